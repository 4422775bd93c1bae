// The app killed at every step of a run of the default loop, and where a freeze violation leaves it. The other loops: test/chaos/.
import { TINY_PLAYS } from '../world/tiny-plays.ts';
import { survives } from './survives.ts';

const { complete, freezeViolation } = TINY_PLAYS;

survives(complete, { phase: 'end' });

/** Steps no other ending has. */
const OWN = new Set(['git.stash', 'git.restore', 'git.verify', 'release', 'ask', 'files', 'close', 'conclude', 'park']);
survives(freezeViolation, { phase: 'end', at: name => OWN.has(name) });
