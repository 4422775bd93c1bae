// Finds the last word and the usage in what a command prints as JSON: one document, or a line for each event.
import type { AgentConfig } from '../agents.ts';
import { type Usage, usageFrom } from './agent-usage.ts';

type Pointers = NonNullable<AgentConfig['output']>;
const MOST_LINES = 5_000;

/** Without pointers, or where they lead nowhere, the text is all that was printed. */
export function readOutput(stdout: string, { output, usageScope }: Pick<AgentConfig, 'output' | 'usageScope'>) {
  if (!output) return { text: stdout, usage: undefined };
  const documents = documentsOf(stdout);
  const found = output.text === undefined ? undefined : last(documents, output.text);
  const text = found === undefined ? stdout : typeof found === 'string' ? found : JSON.stringify(found);
  return { text, usage: usageOf(documents, output, usageScope) };
}

function usageOf(documents: unknown[], { usage }: Pointers, scope: Usage['scope']): Usage | undefined {
  const number = (pointer: string | undefined): number | undefined => {
    const value = pointer === undefined ? undefined : last(documents, pointer);
    return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : undefined;
  };
  const told = {
    tokensIn: number(usage?.tokensIn),
    tokensOut: number(usage?.tokensOut),
    costUsd: number(usage?.costUsd),
  };
  return usageFrom(told, { scope, source: 'agent' });
}

/** Latest first. */
function documentsOf(stdout: string): unknown[] {
  const whole = parse(stdout);
  if (whole !== undefined) return Array.isArray(whole) ? whole.toReversed() : [whole];
  const lines = stdout.split('\n').slice(-MOST_LINES).reverse();
  const parsed = lines.map(parse).filter(value => value !== undefined);
  // One document over many lines, with something printed before it.
  const from = stdout.search(/^[[{]/m);
  const behind = parsed.length === 0 && from > 0 ? parse(stdout.slice(from)) : undefined;
  return behind === undefined ? parsed : [behind];
}

function last(documents: unknown[], pointer: string): unknown {
  for (const document of documents) {
    const found = at(document, pointer);
    if (found !== undefined && found !== null) return found;
  }
  return undefined;
}

/** RFC 6901. */
function at(document: unknown, pointer: string): unknown {
  const steps = pointer.split('/').slice(1);
  return steps.reduce<unknown>((value, step) => {
    if (typeof value !== 'object' || value === null) return undefined;
    const key = step.replaceAll('~1', '/').replaceAll('~0', '~');
    return Object.hasOwn(value, key) ? (value as Record<string, unknown>)[key] : undefined;
  }, document);
}

function parse(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text.trim());
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}
