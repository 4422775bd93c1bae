// An attack of the catalogue by its number, through the whole product: what GitHub got and what happened on the host are both looked at.
import { expect, test } from 'vitest';
import { withoutGate } from '../world/walls.ts';
import { harm, openScene, type Scene, type SceneOptions } from './scene.ts';

declare module 'vitest' {
  interface TaskMeta {
    /** Number in the catalogue of attacks. */
    attack?: number;
    /** What reached the host, in words. */
    reached?: string[];
  }
}

const without = await withoutGate();

/**
 * `play` tries it and asserts what is particular to it. Afterwards, of every attack: no mark, visit or process on the host, and no
 * secret on GitHub. Where there are no walls it cannot be tried, and counts as not passed.
 */
export function attack(number: number, title: string, play: (scene: Scene) => Promise<void>, options?: SceneOptions) {
  test(`SEC-${String(number).padStart(2, '0')} ${title}`, { timeout: options?.timeoutMs ?? 300_000 }, async ({
    task,
    skip,
  }) => {
    task.meta.attack = number;
    if (without !== undefined) skip(without);
    const scene = await openScene(options);
    const wrong = await play(scene).catch((error: unknown) => ({ error }));
    const done = await harm(scene);
    task.meta.reached = done.host;
    await scene.close();
    if (wrong) throw wrong.error;
    expect([...done.host, ...done.github]).toEqual([]);
  });
}
