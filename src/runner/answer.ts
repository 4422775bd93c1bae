// Finds an agent's answer as data: its result file, else the last JSON object of what it printed.
import { basename, dirname, join } from 'node:path';
import { z } from 'zod';
import { type Usage as Used, usageFrom } from './agent-usage.ts';
import { safeRead } from './safe-read.ts';
import { ambiguous } from './verdicts.ts';

const RESULT_CAP = 1024 * 1024;
const TRIES = 200;
const amount = z.number().nonnegative().optional().catch(undefined);
const Usage = z.object({ usage: z.object({ tokensIn: amount, tokensOut: amount, costUsd: amount }) });

/** Unvalidated: the stage that asked knows the shape. Undefined when there is none, never a guess from prose. */
export async function readAnswer(resultFile: string, stdout: string): Promise<unknown> {
  return (await readWritten(resultFile)) ?? lastJson(stdout);
}

/** The answer in its file; an agent may still be running. */
export async function readWritten(resultFile: string): Promise<unknown> {
  // The agent may write in the file's folder, so what is trusted is the folder above.
  const folder = dirname(resultFile);
  const text = await safeRead(dirname(folder), join(basename(folder), basename(resultFile)), RESULT_CAP);
  return text === undefined || ambiguous(text) ? undefined : parseObject(text.trim());
}

/** The last JSON object in a text: in its last fenced block, or bare. None where objects of the text give different verdicts. */
export function lastJson(text: string): unknown {
  if (ambiguous(text)) return undefined;
  const fenced = [...text.matchAll(/```(?:json)?[ \t]*\r?\n([\s\S]*?)```/g)].at(-1);
  const inFence = fenced?.[1] === undefined ? undefined : parseObject(fenced[1].trim());
  // Something bare behind the fence is later, so it counts.
  const behind = fenced ? text.slice(fenced.index + fenced[0].length) : text;
  return lastBare(behind) ?? inFence ?? (fenced ? lastBare(text) : undefined);
}

/** What the answer says it used. Missing stays missing: unknown is not zero (K20). */
export function usageOf(value: unknown): Used | undefined {
  const found = Usage.safeParse(value);
  return found.success ? usageFrom(found.data.usage, { scope: 'turn', source: 'answer' }) : undefined;
}

/** Tries from the last closing brace back to each opening one, the outermost that parses wins; bounded in tries. */
function lastBare(text: string): unknown {
  const end = text.lastIndexOf('}') + 1;
  let best: unknown;
  let from = end;
  for (let tries = 0; tries < TRIES && from > 0; tries++) {
    from = text.lastIndexOf('{', from - 1);
    if (from === -1) break;
    best = parseObject(text.slice(from, end)) ?? best;
  }
  return best;
}

function parseObject(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
