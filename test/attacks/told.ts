// What an agent was told: the whole prompt, and what is left of it without the text that is marked as data.
import { prompt } from '../world/moments.ts';
import type { Scene } from './scene.ts';

export interface Told {
  all: string;
  /** The app's own words. */
  ours: string;
  /** What stands between the marks, block by block. */
  data: string[];
}

/** Of the last turn of a job. Throws where the marks do not come in pairs: then something got out of its fence. */
export async function told({ world }: Scene, run: string, job?: string): Promise<Told> {
  const all = await prompt(world, run, job);
  const nonce = /<<<data ([0-9a-f]{18,})`/.exec(all)?.[1];
  if (nonce === undefined) throw new Error('the prompt does not say how data is marked');
  const block = new RegExp(`^<<<data ${nonce}\\n([\\s\\S]*?)\\ndata ${nonce}>>>$`, 'gm');
  const data = [...all.matchAll(block)].map(([, text = '']) => text);
  const ours = all.replace(block, '[data]');
  // The rule that explains the marks names them once more.
  if (ours.split(nonce).length !== 3 || data.some(text => text.includes(nonce)))
    throw new Error('data got out of its marks');
  return { all, ours, data };
}
