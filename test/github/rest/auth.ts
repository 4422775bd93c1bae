// Finds out who is calling: an app by its JWT, an installation or a person by a token, or nobody.
import { createVerify } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Account, App, Token } from '../state/model.ts';
import type { State } from '../state/state.ts';
import { apiError } from './api-error.ts';
import { liveToken } from './tokens.ts';

export type Caller =
  | { kind: 'app'; app: App }
  | { kind: 'token'; token: Token; account: Account; app: App | null }
  | { kind: 'nobody' };

export function identify(state: State, headers: IncomingHttpHeaders): Caller {
  const [scheme = '', value = ''] = (headers.authorization ?? '').split(/\s+/, 2);
  if (scheme === '') return { kind: 'nobody' };
  const secret = scheme.toLowerCase() === 'basic' ? basicPassword(value) : value;
  if (/^[\w-]+\.[\w-]+\.[\w-]+$/.test(secret) && !/^gh[sp]_/.test(secret))
    return { kind: 'app', app: verifyJwt(state, secret) };
  const token = liveToken(state, secret);
  if (!token) throw apiError(401, 'Bad credentials');
  return { kind: 'token', token, account: token.user, app: token.installation?.app ?? null };
}

function basicPassword(value: string): string {
  const plain = Buffer.from(value, 'base64').toString();
  return plain.slice(plain.indexOf(':') + 1);
}

const parse = (part: string): Record<string, unknown> => JSON.parse(Buffer.from(part, 'base64url').toString());

function verifyJwt(state: State, jwt: string): App {
  const [head = '', claims = '', signature = ''] = jwt.split('.');
  let header: Record<string, unknown>;
  let body: Record<string, unknown>;
  try {
    header = parse(head);
    body = parse(claims);
  } catch {
    throw apiError(401, 'A JSON web token could not be decoded');
  }
  const issuer = String(body.iss);
  const app = [...state.apps.values()].find(item => String(item.id) === issuer || item.clientId === issuer);
  if (!app) throw apiError(404, 'Integration not found');
  checkTimes(Number(body.iat), Number(body.exp));
  const valid =
    header.alg === 'RS256' &&
    createVerify('RSA-SHA256').update(`${head}.${claims}`).verify(app.publicKey, signature, 'base64url');
  if (!valid) throw apiError(401, 'A JSON web token could not be decoded');
  return app;
}

function checkTimes(issuedAt: number, expires: number): void {
  const time = Date.now() / 1000;
  if (!Number.isFinite(expires)) throw apiError(401, "Missing 'expiration time' claim ('exp') in assertion");
  if (expires <= time)
    throw apiError(
      401,
      "'Expiration time' claim ('exp') must be a numeric value representing the future time at which the assertion expires.",
    );
  if (issuedAt > time + 60)
    throw apiError(
      401,
      "'Issued at' claim ('iat') must be an Integer representing the time that the assertion was issued.",
    );
  if (expires > time + 600 + 5) throw apiError(401, "'Expiration time' claim ('exp') is too far in the future");
}
