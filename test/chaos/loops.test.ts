// The app killed at every step of a run of every loop. Hundreds of app starts, so not part of `npm test`: `npm run chaos`.
import { survives } from '../engine/survives.ts';
import { TINY_PLAYS } from '../world/tiny-plays.ts';

const { complete, freezeViolation, autonomous, ralph, autoiter } = TINY_PLAYS;

for (const play of [autonomous, ralph, autoiter]) survives(play, { phase: 'end' });
survives(freezeViolation, { phase: 'end' });
for (const play of [complete, autonomous, ralph, autoiter])
  survives(play, { phase: 'begin', at: (_, index) => index % 3 === 0 });
