// What the simulator remembers, by subject.
export type * from './accounts.ts';
export type * from './checks.ts';
export type * from './repo.ts';
export type * from './threads.ts';
