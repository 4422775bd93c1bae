// The `autonomous:` section of the configuration (A1, A3–A5).
import * as z from 'zod';
import { path } from './fields.ts';

/** Where most repositories keep their rules; these may be missing, files a configuration names may not. */
export const RULE_FILES = ['AGENTS.md', 'CONTRIBUTING.md'];

export const autonomous = z
  .strictObject({
    max_iterations: z.int().min(1).max(100).prefault(5).describe('Attempts before the run pauses with MAX.'),
    success_criteria: z
      .array(z.string().min(1).max(100))
      .max(50)
      .exactOptional()
      .describe('Names of the checks or blocks that define success. Absent = all of them.'),
    rules: z
      .array(path)
      .max(20)
      .prefault([...RULE_FILES])
      .describe('Files of hard rules and conventions the review holds a change against.'),
    visual: z.string().min(1).max(1000).exactOptional().describe('Command that looks at a page in a real browser.'),
  })
  .describe('The autonomous loop: a commit plan, one commit after the other, with Jidoka.');
