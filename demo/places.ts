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
    github: join(dir, 'github'),
  };
}
