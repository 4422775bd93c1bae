// Turns GitHub's errors into failures of the catalogue.
import { Failure } from '../failures.ts';

export function statusOf(error: unknown): number | undefined {
  const status = (error as { status?: unknown } | null)?.status;
  return typeof status === 'number' ? status : undefined;
}

/** GitHub, or the way to it, is not well: the same call may work later, and this one may have worked. */
export function isTransient(error: unknown): boolean {
  const status = statusOf(error);
  if (status === undefined) return isNetwork(error) || isRateLimit(error);
  return status >= 500 || isRateLimit(error);
}

/** Anything a GitHub call threw, as a Failure a person can act on. */
export function toFailure(error: unknown): Failure {
  if (error instanceof Failure) return error;
  const status = statusOf(error);
  const detail = error instanceof Error ? error.message.slice(0, 500) : String(error);
  if (isTransient(error)) return new Failure('github-unreachable', detail, { cause: error });
  if (status === 401 || status === 403 || status === 404 || status === 410 || isRefusal(error))
    return new Failure('access-lost', detail, { cause: error });
  return new Failure('bug', detail, { cause: error });
}

/** REST says it by its status, GraphQL by the type of an error in an answer that is fine otherwise. */
export function isRateLimit(error: unknown): boolean {
  const { response, message, errors } = (error ?? {}) as Told;
  const status = statusOf(error);
  if (status === undefined)
    return errors?.some(({ type }) => type === 'RATE_LIMITED' || type === 'RATE_LIMIT') ?? false;
  if (status !== 403) return status === 429;
  return (
    response?.headers?.['retry-after'] !== undefined ||
    response?.headers?.['x-ratelimit-remaining'] === '0' ||
    /rate limit/i.test(message ?? '')
  );
}
/** GraphQL says no in an answer that is fine otherwise: to whom may not, and to everybody where a thread or repository is shut. */
function isRefusal(error: unknown): boolean {
  const { errors = [] } = (error ?? {}) as Told;
  const shut = /\b(?:locked|archived|read-only)\b/i;
  return errors.some(({ type = '', message = '' }) => REFUSED.has(type) || shut.test(message));
}
const REFUSED: ReadonlySet<string> = new Set(['FORBIDDEN', 'NOT_FOUND']);

interface Told {
  message?: string;
  response?: { headers?: Record<string, string> };
  errors?: { type?: string; message?: string }[];
}

function isNetwork(error: unknown): boolean {
  const seen = error as { name?: string; code?: string; cause?: { code?: string } } | null;
  const code = seen?.code ?? seen?.cause?.code ?? '';
  return (
    /^(ECONN|ENOTFOUND|EAI_|ETIMEDOUT|EPIPE|UND_ERR)/.test(code) ||
    seen?.name === 'TimeoutError' ||
    seen?.name === 'TypeError'
  );
}
