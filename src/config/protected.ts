// Files no run may change unless the configuration says so: they steer the checks, the agents, the people asked, or hold credentials.
import { covers } from './globs.ts';

/** What coding agents obey or run by themselves when they open a repository (SEC-24, SEC-25). */
export const AGENT_FILES: readonly string[] = [
  ...['**/CLAUDE.md', '**/CLAUDE.local.md', '**/AGENTS.md', '**/GEMINI.md', '**/QWEN.md'],
  ...['**/.claude/**', '**/.codex/**', '**/.gemini/**', '**/.qwen/**', '**/.opencode/**', '**/.cursor/**'],
  ...[
    '**/.mcp.json',
    '**/opencode.json',
    '**/opencode.jsonc',
    '**/.cursorrules',
    '**/.windsurfrules',
    '**/.clinerules',
  ],
  ...['.github/copilot-instructions.md', '.github/instructions/**'],
];

/** SEC-48, SEC-49: `protected:` adds to these, `allow_protected:` takes out. */
export const PROTECTED: readonly string[] = [
  ...['.github/workflows/**', '.github/actions/**', '.github/ultraloop.yml'],
  ...['.github/CODEOWNERS', 'CODEOWNERS', 'docs/CODEOWNERS'],
  ...['**/.gitmodules', '**/.npmrc', '**/.pypirc', '**/.netrc', '.husky/**'],
  ...AGENT_FILES,
];

/** Files and bytes one iteration may bring to the branch (SEC-55), where the configuration says nothing. */
export const MAX_FILES = 300;
export const MAX_BYTES = 5_000_000;

/** Whether a path is in such a list. Case does not count: some file systems and agents do not see it. Nothing is in an empty list. */
export function listed(globs: readonly string[]): (path: string) => boolean {
  const matches = covers(globs.map(glob => glob.toLowerCase()));
  return path => globs.length > 0 && matches(path.toLowerCase());
}
