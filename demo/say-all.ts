// The usual play: the maintainer says the next thing each time the run rests, until nothing is left to say.
import type { Said, Stage } from './scenario.ts';

/** Ends with the run at rest. Throws when it rests for another reason than announced. */
export async function sayAll(stage: Stage, words: readonly Said[] = []): Promise<void> {
  for (const { after, say } of words) {
    const { exit, state } = await stage.rest();
    const at = exit?.code ?? state;
    if (at !== after) throw new Error(`the run rests with ${at}; “${say}” was to be said after ${after}`);
    const heard = stage.begun('hear');
    await stage.say(say);
    await heard;
  }
  await stage.rest();
}
