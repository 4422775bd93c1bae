// A killed app loses nothing and repeats nothing: a play is told once in peace, and again by apps that die by SIGKILL at its steps.
// `end` = the step's work is done but its result is not yet stored, the worst moment; `begin` = everything before it is stored,
// and its own work has not begun. The steps are dealt out to lanes that run side by side; each lane's app dies at every step
// of its share, one after the other, and is started anew each time.
import { beforeAll, describe, expect, test } from 'vitest';
import type { Deaths } from '../world/outpost.ts';
import type { Play } from '../world/play.ts';
import { type Told, tell } from './tell.ts';

interface Plan {
  phase: Deaths['phase'];
  /** Which of the play's steps are deaths; all of them when left out. */
  at?: (name: string, index: number) => boolean;
}

/** App processes side by side: a dying one waits half of its time, and the machine is never idle. */
const LANES = 4;

export function survives(play: Play, { phase, at = () => true }: Plan): void {
  let undisturbed: Told;
  let share: string[];
  let killed: Told[] = [];

  describe(`${play.label} to ${play.exit}, killed at each step’s ${phase}`, () => {
    beforeAll(async () => {
      undisturbed = await tell(play);
      const all = undisturbed.stored.flatMap((steps, turn) =>
        steps.map((name, step) => ({ name, at: `${turn}/${step}` })),
      );
      share = all.filter(({ name }, index) => at(name, index)).map(step => step.at);
      const lanes = Array.from({ length: LANES }, (_, lane) => share.filter((_, index) => index % LANES === lane));
      killed = await Promise.all(lanes.map(lane => tell(play, { phase, at: lane })));
    }, 900_000);

    test('undisturbed, it ends so', () => {
      expect(undisturbed.exit).toBe(play.exit);
      expect(share.length).toBeGreaterThan(LANES);
    });

    test('K12 every step of the share was a death', () => {
      expect(killed.flatMap(({ deaths }) => deaths).sort()).toEqual([...share].sort());
    });

    test('K12 C1 the threads, the branch’s tree and the stored steps are those of an undisturbed run', () => {
      const { exit, story, tree, stored } = undisturbed;
      for (const told of killed) expect(told).toMatchObject({ exit, story, tree, stored });
    });

    test('K12 no step whose result was stored began again', () => {
      expect([undisturbed, ...killed].flatMap(({ repeated }) => repeated)).toEqual([]);
    });
  });
}
