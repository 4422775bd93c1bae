// What a turn answered, asked for once more when it is none, and judged by evidence rather than by how the agent ended.
import { unlink } from 'node:fs/promises';
import type { AgentJob, AgentTurn } from '../tools.ts';
import type { Driven } from './agent-driver.ts';
import { addUsage, type Usage } from './agent-usage.ts';
import { readAnswer, readWritten, usageOf } from './answer.ts';
import { readTrouble } from './trouble.ts';

export interface Answering {
  /** The section that asks once more, when `said` and the result file hold no valid answer and it was not asked before. */
  again(said: string): Promise<string | undefined>;
  toTurn(driven: Driven): Promise<AgentTurn>;
}

export function answering({ mistake }: Pick<AgentJob, 'mistake'>, resultFile: string): Answering {
  let asked = false;
  /** What an answer that was not taken said of its cost. */
  let before: Usage | undefined;
  return {
    async again(said) {
      if (asked) return undefined;
      const value = await readAnswer(resultFile, said);
      const wrong = mistake?.(value);
      if (wrong === undefined) return undefined;
      asked = true;
      before = usageOf(value);
      // Only the name in the job's folder is taken away, whatever it is a name of.
      await unlink(resultFile).catch(() => {});
      return repair(wrong, resultFile);
    },
    async toTurn(driven) {
      const { text, error, usage: told, outcome, ...rest } = driven;
      const value = await readAnswer(resultFile, text);
      const valid = value !== undefined && mistake?.(value) === undefined;
      // What was written before a limit of the sandbox is not what it meant to leave.
      const counts = valid && rest.over === undefined;
      const written = counts && ENDED_BADLY[outcome] !== undefined && (await readWritten(resultFile)) !== undefined;
      const usage = told ?? addUsage(before, usageOf(value));
      const trouble = !valid && outcome !== 'cancelled' ? readTrouble(error ?? text, Date.now()) : undefined;
      return {
        ...rest,
        outcome: rest.over ? 'failed' : written ? 'ok' : outcome,
        notes: written
          ? [...driven.notes, `Its answer was there before it ${ENDED_BADLY[outcome]}; it counts`]
          : driven.notes,
        discarded: [],
        ...(value !== undefined && { value }),
        ...(usage !== undefined && { usage }),
        ...(trouble !== undefined && { trouble }),
      };
    },
  };
}

const ENDED_BADLY: Partial<Record<AgentTurn['outcome'], string>> = {
  failed: 'ended with an error',
  timeout: 'was stopped at its time limit',
  idle: 'was stopped for its silence',
};

/** Scripts look for these very words. */
function repair(wrong: string, resultFile: string): string {
  return `## Your last answer was not valid

${wrong}

Answer again: one JSON object as described, and nothing else, in the file \`${resultFile}\`.
If you cannot write there, end your message with the object in a fenced \`json\` block. Change nothing else.`;
}
