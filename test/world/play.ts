// A run as something to be played: a repository, an issue, what the agent does, what the maintainer says, how it ends.
import type { ExitCode } from '../../src/record.ts';
import type { Script } from '../agents/scripted.ts';

export interface Play {
  /** Repository path → content. */
  files: Record<string, string>;
  issue: { title: string; body: string };
  label: string;
  script: Script;
  /** Said on the pull request, one each time the run rests before its end. */
  words?: string[];
  exit: ExitCode;
}
