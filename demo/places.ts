// Where everything of one demo lies: one temporary folder.
import { join } from 'node:path';

export type Places = ReturnType<typeof placesIn>;

export function placesIn(dir: string) {
  return {
    dir,
    data: join(dir, 'data'),
    log: join(dir, 'app.log'),
    journal: join(dir, 'journal.jsonl'),
    script: join(dir, 'script.json'),
    // A name that needs no package.json beside it to be a module.
    agent: join(dir, 'scripted.mjs'),
    github: join(dir, 'github'),
  };
}
