// What tests, the demo and benches use of the simulator.
export type { Fault, Faults } from './faults.ts';
export { type GitHub, type GitHubOptions, startGitHub } from './github.ts';
export type { Delivery } from './hooks/deliveries.ts';
export type { Person } from './person.ts';
export type { Call, Counters } from './rest/limits.ts';
export type { Exchange } from './rest/serve.ts';
export type { App, CheckRun, Comment, Installation, Repo, Thread, TimelineEntry, TimelineKind } from './state/model.ts';
