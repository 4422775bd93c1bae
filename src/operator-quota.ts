// What one command may take, in the operator's words: megabytes and a number of files.
import * as z from 'zod';
import type { Quota } from './runner/sandbox/limited.ts';

const megabytes = z.coerce
  .number()
  .int()
  .min(64)
  .max(16_777_216)
  .transform(count => count * 1024 * 1024)
  .optional();

export const QUOTA = {
  ULTRALOOP_SANDBOX_MEMORY_MB: megabytes,
  ULTRALOOP_SANDBOX_DISK_MB: megabytes,
  ULTRALOOP_SANDBOX_FILES: z.coerce.number().int().min(1000).max(1_000_000_000).optional(),
};

type Words = { [name in keyof typeof QUOTA]?: z.output<(typeof QUOTA)[name]> };

/** What is not said is left to what is usual on the host. */
export function quotaOf(words: Words): Partial<Quota> {
  const {
    ULTRALOOP_SANDBOX_MEMORY_MB: memory,
    ULTRALOOP_SANDBOX_DISK_MB: disk,
    ULTRALOOP_SANDBOX_FILES: files,
  } = words;
  return { ...(memory && { memory }), ...(disk && { disk }), ...(files && { files }) };
}
