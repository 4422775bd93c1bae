// A run as its readers saw it: both threads in order, labels, reactions, requests, checks and branches, without what differs each time.
import type { TimelineEntry } from '../github/state/model.ts';
import { plain } from './plain.ts';
import { REPO, type World } from './world.ts';

/** As much of a world as there is to be read. */
type Seen = Pick<World, 'github' | 'run' | 'dir'>;

/** Everything, comments in full. */
export async function transcript(world: Seen, issue: number): Promise<string> {
  return write(world, issue, body => `\n${quoted(body)}`);
}

/** The same with each comment cut down to its headings: what happened, not how it is worded. */
export async function outline(world: Seen, issue: number): Promise<string> {
  return write(world, issue, body => ` ${headings(body)}`);
}

/** The bodies of the app's comments on a thread, oldest first. */
export function reports(world: Pick<World, 'github'>, number: number): string[] {
  const { comments } = world.github.issue(REPO, number);
  return comments.filter(comment => comment.app).map(comment => comment.body);
}

async function write(world: Seen, issue: number, comment: (body: string) => string): Promise<string> {
  const run = await world.run(issue);
  const pull = run?.places.pull;
  const parts = [
    threadText(world, issue, comment),
    ...(pull === undefined ? [] : [threadText(world, pull, comment), statusText(world, pull), checksText(world, pull)]),
    ...(run ? [await branchesText(world, run.id)] : []),
  ];
  return plain(parts.join('\n\n'), { url: world.github.url, run: run?.id ?? '', dir: world.dir });
}

function threadText({ github }: Pick<World, 'github'>, number: number, comment: (body: string) => string): string {
  const thread = github.issue(REPO, number);
  const labels = thread.labels.map(label => label.name).sort();
  const facts = [thread.state, ...(thread.pull ? [thread.pull.draft ? 'draft' : 'ready'] : []), ...labels];
  const lines = thread.timeline.flatMap(entry => line(entry, comment));
  return [`# ${thread.title} #${number} (${facts.join(', ')})`, ...lines].join('\n');
}

/** The app edits its status section and its checks all the time: their last state stands at the end. */
const UNTOLD = new Set(['body_edited', 'check_run', 'linked']);

function line({ kind, actor, text }: TimelineEntry, comment: (body: string) => string): string[] {
  if (UNTOLD.has(kind)) return [];
  if (kind === 'comment') return [`- ${actor}:${comment(text)}`];
  if (kind === 'opened') return [`- ${actor} opened`];
  return [`- ${actor} ${kind.replaceAll('_', ' ')} ${text}`.trimEnd()];
}

function statusText({ github }: Pick<World, 'github'>, pull: number): string {
  const body = github.pull(REPO, pull).body ?? '';
  const [, status = 'none'] = /<!-- ultraloop:status[^>]*-->([\s\S]*?)<!-- \/ultraloop:status/.exec(body) ?? [];
  return `# Status\n${quoted(status.trim())}`;
}

function checksText({ github }: Pick<World, 'github'>, pull: number): string {
  const head = github.pull(REPO, pull).pull.headSha;
  const run = github.checkRuns(REPO, head).at(-1);
  return `# Check\n${run ? `${run.status} ${run.conclusion ?? ''} ${run.output.title ?? ''}` : 'none'}`;
}

async function branchesText({ github }: Pick<World, 'github'>, run: string): Promise<string> {
  const all = [...(await github.refs(REPO)).keys()].filter(name => name.startsWith('refs/heads/'));
  const names = all.filter(name => name.includes(run));
  return `# Branches\n${names
    .map(name => name.slice('refs/heads/'.length))
    .sort()
    .join('\n')}`;
}

const quoted = (body: string): string =>
  body
    .split('\n')
    .map(text => `  > ${text}`.trimEnd())
    .join('\n');

function headings(body: string): string {
  const found = body.split('\n').filter(text => /^#{1,3} /.test(text));
  const shown = found.length > 0 ? found.map(text => text.replace(/^#+ /, '')) : body.split('\n').slice(0, 1);
  return shown.join(' / ');
}
