// The app killed at every step of a run of the default loop. The other loops, and where a freeze violation leaves it: test/chaos/.
import { TINY_PLAYS } from '../world/tiny-plays.ts';
import { survives } from './survives.ts';

survives(TINY_PLAYS.complete, { phase: 'end' });
