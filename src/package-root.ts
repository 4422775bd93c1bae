// Where the package lies: prompts and other shipped files are found from here, whether the code runs from src or from dist/src.
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Absolute path of the folder whose package.json is named `ultraloop`. */
export function packageRoot(from = dirname(fileURLToPath(import.meta.url))): string {
  let folder = from;
  for (;;) {
    if (isOurs(folder)) return folder;
    const parent = dirname(folder);
    if (parent === folder) throw new Error(`No package.json named ultraloop above ${from}`);
    folder = parent;
  }
}

function isOurs(folder: string): boolean {
  try {
    return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).name === 'ultraloop';
  } catch {
    return false;
  }
}
