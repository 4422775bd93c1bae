// Listens to what an agent tells while it works: its words, its tools, its plan. Everything is bounded, nothing is needed.
import { z } from 'zod';
import type { AgentActivity } from '../../tools.ts';
import { capture } from '../capture.ts';
import { shownPath } from './paths.ts';
import type { Asked } from './permissions.ts';

const TEXT = { head: 0, tail: 256 * 1024 };
const TITLE = 200;
const MOST_FILES = 20;
const MOST_PATHS = 200;
const MOST_TOOLS = 500;

const title = z.string().nullish().catch(undefined);
const Content = z.object({ type: z.string(), path: z.string().optional().catch(undefined) }).catch({ type: '' });
const Tool = z.object({
  toolCallId: z.string(),
  title,
  kind: title,
  locations: z
    .array(z.object({ path: z.string() }))
    .nullish()
    .catch(undefined),
  content: z.array(Content).nullish().catch(undefined),
});
const Chunk = z.object({ content: z.object({ type: z.literal('text'), text: z.string() }) });
const Plan = z.object({ entries: z.array(z.object({ content: z.string(), status: z.string() })) });
const Notice = z.object({ title: z.string(), severity: z.string() });
const Notification = z.object({ update: z.looseObject({ sessionUpdate: z.string() }) });

export interface Listener {
  cwd: string;
  onActivity: ((activity: AgentActivity) => void) | undefined;
  /** For people who read the log. */
  write(text: string): void;
  onUsage(update: unknown): void;
}
export interface Updates {
  hear(method: string, params: unknown): void;
  /** A tool as it is known so far, with what is told of it now. */
  tool(call: unknown): Asked;
  /** What it said since the last `begin`. */
  text(): string;
  begin(): void;
  /** No more is to come. */
  flush(): void;
  /** When it last told something, in milliseconds of `performance`. */
  last(): number;
}

export function listen({ cwd, onActivity, write, onUsage }: Listener): Updates {
  let said = capture(TEXT);
  let words = '';
  let last = 0;
  const tools = new Map<string, Asked>();

  const spoke = (): void => {
    if (words.trim() !== '') onActivity?.({ kind: 'message', title: line(words) });
    if (words !== '') write('\n');
    words = '';
  };
  const learn = (call: unknown): Asked => {
    const told = Tool.safeParse(call).data;
    if (!told) return { title: 'a tool', paths: [], writes: false };
    const known = tools.get(told.toolCallId);
    const tool = merged(known, told);
    if (!known && tools.size >= MOST_TOOLS) tools.delete(tools.keys().next().value ?? '');
    tools.set(told.toolCallId, tool);
    if (known) return tool;
    spoke();
    write(`[${tool.kind ?? 'tool'}] ${tool.title}\n`);
    const files = tool.paths.flatMap(path => shownPath(path, cwd) ?? []).slice(0, MOST_FILES);
    onActivity?.({ kind: 'tool', title: tool.title, ...(files.length > 0 && { files }) });
    return tool;
  };
  const plan = (update: unknown): void => {
    const entries = Plan.safeParse(update).data?.entries;
    if (!entries) return;
    const done = entries.filter(({ status }) => status === 'completed').length;
    const now =
      entries.find(({ status }) => status === 'in_progress') ?? entries.find(({ status }) => status === 'pending');
    onActivity?.({ kind: 'plan', title: line(now?.content ?? ''), plan: { done, all: entries.length } });
  };
  const chunk = (update: unknown): void => {
    const text = Chunk.safeParse(update).data?.content.text ?? '';
    said.push(Buffer.from(text));
    words = (words + text).slice(0, TITLE);
    write(text);
  };
  const notice = (update: unknown): void => {
    const told = Notice.safeParse(update).data;
    if (told) write(`[${told.severity}] ${line(told.title)}\n`);
  };
  const kinds: Record<string, (update: unknown) => unknown> = {
    ...{ agent_message_chunk: chunk, tool_call: learn, tool_call_update: learn, plan, notice, usage_update: onUsage },
  };
  return {
    hear(_, params) {
      last = performance.now();
      const update = Notification.safeParse(params).data?.update;
      if (update && Object.hasOwn(kinds, update.sessionUpdate)) kinds[update.sessionUpdate]?.(update);
    },
    tool: learn,
    text: () => said.log().tail,
    begin() {
      spoke();
      said = capture(TEXT);
    },
    flush: spoke,
    last: () => last,
  };
}

/** Later words go before earlier ones; what is not told again stays. */
function merged(known: Asked | undefined, told: z.infer<typeof Tool>): Asked {
  const diffs = (told.content ?? []).filter(({ type }) => type === 'diff').flatMap(({ path }) => path ?? []);
  const paths = [...(known?.paths ?? []), ...(told.locations ?? []).map(({ path }) => path), ...diffs];
  return {
    title: told.title ? line(told.title) : (known?.title ?? 'a tool'),
    kind: told.kind ?? known?.kind,
    paths: [...new Set(paths)].slice(0, MOST_PATHS),
    writes: diffs.length > 0 || (known?.writes ?? false),
  };
}

/** One line that may be shown to people, who are told that it is not ours. */
export function line(text: string): string {
  const flat = text.replace(/[\p{C}\s]+/gu, ' ').trim();
  return flat.length > TITLE ? `${flat.slice(0, TITLE - 1).toWellFormed()}…` : flat;
}
