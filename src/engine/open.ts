// The first turn's beginning: read the configuration, check readiness, freeze, make branch and draft pull request.
// What is missing is said on the issue, and nothing is started.
import type { Survey, Workshop } from '../board.ts';
import { broken } from '../brakes/broken.ts';
import { exit } from '../brakes/exit.ts';
import type { Check } from '../config/check.ts';
import { chooseTarget } from '../config/choose-target.ts';
import { detectChecks } from '../config/detect-checks.ts';
import { covers } from '../config/globs.ts';
import { parseConfig } from '../config/load.ts';
import { readiness } from '../config/readiness.ts';
import { type Config, DEFAULTS } from '../config/schema.ts';
import { setupObstacles, setupPart } from '../config/setup-steps.ts';
import { specFrom } from '../config/spec-from.ts';
import { FAILURES, type FailureCode } from '../failures.ts';
import { loopNamed } from '../loops/index.ts';
import type { Opening } from '../loops/loop.ts';
import type { Exit, Past } from '../record.ts';
import { configMistakes } from '../reports/config-mistakes.ts';
import { notReady } from '../reports/not-ready.ts';
import { pullBody, pullTitle } from '../reports/pull-text.ts';
import { startMessage } from '../reports/start-message.ts';
import { statusSection } from '../reports/status.ts';
import type { Lesson, Spec, Target } from '../spec.ts';
import type { Run } from '../store/run-row.ts';
import type { TurnDeps } from './deps.ts';
import { step } from './step.ts';
import { reported, statusView } from './view.ts';

/** Opens the run, or answers why not. `planned` = the spec an earlier turn locked before it failed. */
export async function open(deps: TurnDeps, run: Run, planned?: Spec): Promise<Exit | undefined> {
  await step('greet', () => deps.board.greet(run));
  const plan = planned ? { spec: planned } : await step('plan', () => makePlan(deps, run));
  if ('refusal' in plan) {
    await step('refuse', async () => deps.board.note(await fresh(deps, run), 'issue', { body: plan.refusal }));
    return exit('NOT_READY', plan.why);
  }
  await step('lock-spec', () => deps.store.runs.lockSpec(run.id, plan.spec));
  const { spec } = plan;
  const head = await step('start-branch', () => deps.workshop(run).start(spec.base, spec.branch, startMessage(spec)));
  await step('open-pull', () => openPull(deps, run, { spec, head }));
  return undefined;
}

/** What kept earlier turns from making a plan, when trying again cannot mend it: said on the issue. */
export async function hindered(deps: TurnDeps, run: Run, past: Past): Promise<Exit | undefined> {
  const stop = broken(DEFAULTS, past);
  const fault = past.findLast(entry => entry.kind === 'fault');
  if (!stop || !fault || stop.code === 'ACCESS_LOST') return stop;
  const { code, detail } = fault.failure;
  const { title, todo } = FAILURES[code as FailureCode];
  const body = notReady([{ problem: `${title}: ${detail}`, todo }], run.id);
  await step('refuse', () => deps.board.note(run, 'issue', { body }));
  return exit('NOT_READY', stop.why);
}

type Plan = { spec: Spec } | { refusal: string; why: string };

async function makePlan(deps: TurnDeps, run: Run): Promise<Plan> {
  const workshop = deps.workshop(run);
  const survey = await workshop.survey();
  const file = await deps.board.config(run, survey.base);
  const loaded = file ? parseConfig(file.text, file.from) : { config: DEFAULTS };
  if (loaded.mistakes) {
    const list = loaded.mistakes.map(({ line, path, message }) => ({ line, key: path, problem: message }));
    const url = `${run.request.htmlUrl}/blob/${survey.base}/.github/ultraloop.yml`;
    return {
      refusal: configMistakes(list, { path: file?.from ?? '', url }, run.id),
      why: `ultraloop.yml has ${list.length} mistakes.`,
    };
  }
  const read = (path: string) => workshop.read(survey.base, path);
  const { checks } = await detectChecks({ files: shallow(survey), read });
  const found = { workshop, survey, config: loaded.config, checks };
  const lessons = await deps.store.lessons.of(run.repoId);
  const loop = loopNamed(run.loop === 'default' ? loaded.config.loop : run.loop);
  const own = (await loop.open?.(opening(run, found, lessons))) ?? { part: {} };
  const { setupHosts } = deps.settings;
  const setup = setupPart(
    loaded.config,
    survey.files.map(({ path }) => path),
    setupHosts,
  );
  const obstacles = [
    ...readiness({ ...situation(run, found), host: deps.settings.agents, askedElsewhere: loop.asksItself ?? [] }),
    ...setupObstacles(setup.setup, setupHosts),
    ...('obstacles' in own ? own.obstacles : []),
  ];
  if ('obstacles' in own || obstacles.length > 0)
    return { refusal: notReady(obstacles, run.id), why: obstacles.map(item => item.problem).join(' ') };
  const part = { ...own.part, ...setup, ...(lessons.length > 0 && { lessons }) };
  return { spec: await fixSpec(deps, run, { ...found, loop: loop.name, part }) };
}

interface Found {
  workshop: Workshop;
  survey: Survey;
  config: Config;
  checks: Check[];
}

interface Decided extends Found {
  loop: Spec['loop'];
  part: Partial<Spec>;
}

async function fixSpec(deps: TurnDeps, run: Run, decided: Decided): Promise<Spec> {
  const { workshop, survey, config, checks, loop, part } = decided;
  const { request } = run;
  const target = await readTarget(workshop, survey.base, { config, request });
  const freeze = config.frozen.length > 0 ? await workshop.freeze(survey.base, config.frozen) : undefined;
  return specFrom({
    run: run.id,
    owner: run.owner,
    repo: run.repo,
    issue: { number: run.issue, title: request.title, body: request.body },
    startedBy: request.startedBy,
    base: survey.base,
    linked: survey.linked,
    defaultBranch: request.defaultBranch,
    branch: `ultraloop/issue-${run.issue}-${run.id}`,
    config,
    target,
    detected: checks,
    loop,
    part,
    sandbox: deps.settings.sandbox,
    ...(freeze && { freeze }),
    ...(request.maxIterations !== undefined && { maxIterations: request.maxIterations }),
  });
}

async function readTarget(
  workshop: Workshop,
  base: string,
  { config, request }: { config: Config; request: Run['request'] },
): Promise<Target> {
  const choice = chooseTarget(config, request.target) ?? { name: 'issue' };
  if (choice.path === undefined) return { name: choice.name, text: request.body };
  const text = (await workshop.read(base, choice.path)) ?? '';
  return { name: choice.name, path: choice.path, text, ...(choice.state !== undefined && { state: choice.state }) };
}

function opening(run: Run, { config, survey, checks, workshop }: Found, lessons: Lesson[]): Opening {
  const { title, body, target, maxIterations } = run.request;
  return {
    ...(maxIterations !== undefined && { maxIterations }),
    ...{ config, checks, lessons, issue: { number: run.issue, title, body } },
    files: survey.files.map(file => file.path),
    read: path => workshop.read(survey.base, path),
    ...(target !== undefined && { target }),
  };
}

function situation(run: Run, { survey, config, checks }: Found) {
  const sizes = new Map(survey.files.map(file => [file.path, file.empty ? 0 : 1]));
  const { title, body, target } = run.request;
  return {
    config,
    issue: { title, body },
    checks,
    size: (path: string) => sizes.get(path),
    frozenCount: (glob: string) => survey.files.filter(file => covers([glob])(file.path)).length,
    ...(target !== undefined && { target }),
  };
}

/** Files at the root and one level below: where manifests are looked for. */
function shallow({ files }: Survey): string[] {
  return files.map(file => file.path).filter(path => path.split('/').length <= 2);
}

async function openPull(deps: TurnDeps, run: Run, { spec, head }: { spec: Spec; head: string }): Promise<void> {
  const now = new Date().toISOString();
  await deps.store.runs.show(run.id, { head, pushedAt: now });
  const opened = { ...(await fresh(deps, run)), spec };
  const status = statusSection(statusView(opened, [], { state: 'running', now, stage: 'execute' }));
  await deps.board.open(opened, {
    branch: spec.branch,
    base: spec.defaultBranch,
    title: pullTitle({ spec }),
    body: pullBody(reported(opened, []), status),
  });
}

async function fresh(deps: TurnDeps, run: Run): Promise<Run> {
  return (await deps.store.runs.find(run.id)) ?? run;
}
