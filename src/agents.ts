// Which coding agents there are and how each is driven: data, from `presets/` and the operator's file, never code.
import type { Role, Tier } from './tools.ts';

/**
 * One agent. Texts of `command`, `env` and `files` may hold placeholders, filled in one pass:
 * `{promptFile}` `{resultFile}` `{cwd}` `{home}` (its fresh home folder) `{role}` `{model}`, and for each model service it uses
 * `{base:NAME}` (address to ask, without a version path) and `{key:NAME}` (never the real key behind walls).
 */
export interface AgentConfig {
  /** What `agent:` and `roles:` call it. */
  name: string;
  /** For people, such as `OpenAI Codex CLI`. */
  title: string;
  drive: 'acp' | 'command';
  /** Program and arguments; no shell ever reads them. */
  command: string[];
  /** The npm package of the program at the version this was tried with, shown by `doctor`. */
  package?: { name: string; version: string };
  /** Asks the installed program for its version. */
  versionCommand?: string[];
  /** Set for it. */
  env: Record<string, string>;
  /** Names of the host's variables it may see besides. Keys of known model services stay outside. */
  pass: string[];
  /** Model services it speaks to: `anthropic`, `openai`, `gemini`. */
  services: string[];
  /** Files put into its home before it starts: relative path → text. */
  files: Record<string, string>;
  /** ACP: session mode of roles that write, and of those that only look. */
  mode?: { write?: string; read?: string };
  /** ACP: config options set after the session began, such as `model`; values may hold placeholders. */
  options?: Record<string, string>;
  /** Command: where the result and the usage are in what it prints, as JSON pointers; the last line of JSON that has them counts. */
  output?: { text?: string; usage?: { tokensIn?: string; tokensOut?: string; costUsd?: string } };
  /** What its usage numbers cover; `session` numbers are running totals. */
  usageScope: 'turn' | 'session' | 'last-step';
  /** The model of each tier (C15); a tier without one uses the standard tier's, else the agent's own choice. */
  models: Partial<Record<Tier, string>>;
  /** `host:port` it needs besides its model services. */
  hosts: string[];
}

/** Model services whose keys the app keeps (`src/runner/sandbox/models.ts`). */
export const SERVICES = ['anthropic', 'openai', 'gemini'] as const;
export const TIERS = ['fast', 'standard', 'deep'] as const satisfies readonly Tier[];
/** All roles: one prompt each. */
export const ROLES = [
  ...(['implementer', 'reviewer', 'planner', 'debugger', 'tester', 'discoverer'] as const),
  ...(['observer', 'medic', 'triager', 'verifier', 'auditor'] as const),
] satisfies Role[];

/** One word of a command line, or words that are there only when the job's tier has a model. */
export type Word = string | { withModel: string[] };
/** Text, or data that is written as JSON. An entry whose text holds `{model}` is left out when there is no model. */
export type Content = string | { [key: string]: unknown };

/** An agent as a file says it: an AgentConfig once tier and walls are known (`src/config/agent-of.ts`). */
export interface AgentDefinition extends Omit<AgentConfig, 'command' | 'env' | 'files'> {
  command: Word[];
  env: Record<string, Content>;
  files: Record<string, Content>;
  /** What it asks its services for, as `openai POST /v1/responses`. */
  endpoints: string[];
  /** It cannot choose a model by itself. */
  needsModel: boolean;
  /** What is different where there are no walls round it, such as a sandbox of its own that then stays on. */
  unwalled?: { command?: Word[]; mode?: AgentConfig['mode']; env?: Record<string, Content> };
}

/** All agents of this host and who uses which, unless a repository chooses among them. Nothing else is ever started. */
export interface AgentBook {
  agents: Record<string, AgentDefinition>;
  /** The name used where nothing else is said. */
  usual: string;
  roles: Partial<Record<Role, string>>;
  /** US dollars for a million tokens, by model name; `*` at the end stands for any ending. Cached tokens cost `in` where `cached` is absent. */
  prices: Record<string, { in: number; out: number; cached?: number }>;
}

/** What a repository or run chose: names of the book. */
export interface AgentChoice {
  agent?: string;
  roles?: Partial<Record<Role, string>>;
}

/** The role's own agent first, the repository's word before the operator's. */
export function agentFor(book: AgentBook, choice: AgentChoice, role: Role): AgentDefinition | undefined {
  const name = choice.roles?.[role] ?? choice.agent ?? book.roles[role] ?? book.usual;
  return Object.hasOwn(book.agents, name) ? book.agents[name] : undefined;
}
