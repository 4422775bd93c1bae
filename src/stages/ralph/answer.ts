// The draft of the log entry in an agent's answer, as data (R8). Anything else is no entry.
import { z } from 'zod';
import type { EntryDraft } from '../../brakes/implementation-log.ts';

const items = z.array(z.string().max(500)).max(200).default([]);

const answer = z.object({
  entry: z.object({
    files: items,
    endpoints: items,
    tables: items,
    tests: z.string().max(1000).default(''),
    layers: items,
  }),
});

export function entryOf(value: unknown): EntryDraft | undefined {
  return answer.safeParse(value).data?.entry;
}
