// The model services whose keys stay outside: where they are, how they are asked, and how they say what was used.
import type { SERVICES } from '../../agents.ts';

export interface ModelApi {
  /** First part of the path inside, which tells them apart. */
  name: string;
  /** `https://host` or with a path; where requests go. */
  upstream: string;
  key: string;
  /** The header with the key, and what stands before it. */
  header: string;
  scheme: string;
  /** Method and path that may be asked for, behind `/<name>`. */
  paths: RegExp;
  /** Its address inside, without a version path: `{base:…}` of an agent's definition. */
  base: string;
  /** What the agent gets in place of key and address. */
  env: Readonly<Record<string, string>>;
}

/** A model service as an agent is told of it. */
export interface Service {
  base: string;
  key: string;
}

interface Known {
  name: (typeof SERVICES)[number];
  variable: string;
  /** Where the agent is told to look, and what it expects behind the address. */
  baseVariable: string;
  suffix: string;
  upstream: string;
  header: string;
  scheme: string;
  paths: RegExp;
}

const KNOWN: readonly Known[] = [
  {
    ...{ name: 'anthropic', variable: 'ANTHROPIC_API_KEY', baseVariable: 'ANTHROPIC_BASE_URL', suffix: '' },
    ...{ upstream: 'https://api.anthropic.com', header: 'x-api-key', scheme: '' },
    paths: /^(?:POST \/v1\/messages(?:\/count_tokens)?|GET \/v1\/models(?:\/[\w.-]+)?)$/,
  },
  {
    ...{ name: 'openai', variable: 'OPENAI_API_KEY', baseVariable: 'OPENAI_BASE_URL', suffix: '/v1' },
    ...{ upstream: 'https://api.openai.com', header: 'authorization', scheme: 'Bearer ' },
    paths: /^(?:POST \/v1\/(?:chat\/completions|responses|embeddings)|GET \/v1\/models(?:\/[\w.:-]+)?)$/,
  },
  {
    ...{ name: 'gemini', variable: 'GEMINI_API_KEY', baseVariable: 'GOOGLE_GEMINI_BASE_URL', suffix: '' },
    ...{ upstream: 'https://generativelanguage.googleapis.com', header: 'x-goog-api-key', scheme: '' },
    paths:
      /^(?:POST \/v1(?:beta)?\/models\/[\w.-]+:(?:generateContent|streamGenerateContent|countTokens)|GET \/v1(?:beta)?\/models(?:\/[\w.-]+)?)$/,
  },
];

/** What stands in the place of a key inside. It opens nothing. */
export const DUMMY = 'ultraloop-keeps-the-key';

/** Splits the variables an agent may see: keys of known services are kept, their services are spoken for. */
export function keepKeys(
  names: readonly string[],
  source: Readonly<Record<string, string | undefined>>,
  port: number,
): { models: ModelApi[]; names: string[] } {
  const models = KNOWN.flatMap(({ variable, baseVariable, suffix, ...known }) => {
    const key = source[variable];
    if (!names.includes(variable) || !key) return [];
    // The agent's own address is the operator's gateway; the part all of its paths have is not doubled.
    const upstream = (source[baseVariable] || known.upstream).replace(/\/+$/, '');
    const trimmed = suffix !== '' && upstream.endsWith(suffix) ? upstream.slice(0, -suffix.length) : upstream;
    const base = `http://127.0.0.1:${port}/${known.name}`;
    const env = { [variable]: DUMMY, [baseVariable]: base + suffix };
    return [{ ...known, upstream: trimmed, key, base, env }];
  });
  const kept = new Set(models.flatMap(({ env }) => Object.keys(env)));
  return { models, names: names.filter(name => !kept.has(name)) };
}

/** What agents inside are told of these services. */
export function servicesOf(models: readonly ModelApi[]): Record<string, Service> {
  return Object.fromEntries(models.map(({ name, base }) => [name, { base, key: DUMMY }]));
}

/** The same without walls: there is nobody to speak for the agent, so it gets the keys. */
export function openServices(models: readonly ModelApi[]): Record<string, Service> {
  return Object.fromEntries(models.map(({ name, upstream, key }) => [name, { base: upstream, key }]));
}

/** The variable a service's key is in. */
export function keyVariable(service: string): string | undefined {
  return KNOWN.find(({ name }) => name === service)?.variable;
}

/** @param call such as `POST /v1/messages` */
export function letsThrough(service: string, call: string): boolean {
  return KNOWN.some(({ name, paths }) => name === service && paths.test(call));
}
