// Files no run may change unless the configuration says so: they steer the checks, the agents, the people asked, or hold credentials.
import { covers } from './globs.ts';

/** In any folder: instructions by name, and folders with settings, hooks, servers to be started, commands and skills. */
const INSTRUCTIONS = [
  'CLAUDE',
  'CLAUDE.local',
  'AGENTS',
  'AGENTS.override',
  'AGENT',
  'GEMINI',
  'QWEN',
  'CRUSH',
  'WARP',
];
const FOLDERS = [
  ...[
    'agent',
    'agents',
    'amazonq',
    'augment',
    'claude',
    'clinerules',
    'codex',
    'continue',
    'crush',
    'cursor',
    'factory',
  ],
  ...['gemini', 'goose', 'junie', 'kilocode', 'kiro', 'opencode', 'qwen', 'roo', 'trae', 'windsurf'],
];
const SETTINGS = [
  ...['.mcp.json', '.vscode/mcp.json', 'opencode.json', 'opencode.jsonc', 'crush.json', '.crush.json'],
  ...['.cursorrules*', '.windsurfrules*', '.roorules*', '.roomodes', '.goosehints', '.aider*', '.augment-guidelines'],
];
const OF_GITHUB = [
  'copilot-instructions.md',
  'instructions/**',
  'prompts/**',
  'chatmodes/**',
  'agents/**',
  'skills/**',
];

/** What coding agents obey or run by themselves when they open a repository (SEC-24, SEC-25). Also read as git's globs: no braces. */
export const AGENT_FILES: readonly string[] = [
  ...INSTRUCTIONS.map(name => `**/${name}.md`),
  ...FOLDERS.map(name => `**/.${name}/**`),
  ...SETTINGS.map(name => `**/${name}`),
  ...OF_GITHUB.map(name => `.github/${name}`),
];

/** SEC-48, SEC-49: `protected:` adds to these, `allow_protected:` takes out. */
export const PROTECTED: readonly string[] = [
  ...['.github/workflows/**', '.github/actions/**', '.github/ultraloop.yml'],
  ...['.github/CODEOWNERS', 'CODEOWNERS', 'docs/CODEOWNERS'],
  ...['**/.gitmodules', '**/.npmrc', '**/.pypirc', '**/.netrc'],
  // Run on the machine of whoever works with the branch, by git, a shell or an editor that comes into its folder.
  ...['**/.husky/**', '**/.githooks/**', '**/lefthook.*', '**/.lefthook.*', '**/.pre-commit-config.yaml'],
  ...['**/.envrc', '**/.devcontainer/**', '**/.vscode/tasks.json'],
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
