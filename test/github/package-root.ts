// Finds the package's folder from the source tree and from dist alike.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export function packageRoot(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  for (;;) {
    const manifest = join(folder, 'package.json');
    if (existsSync(manifest) && JSON.parse(readFileSync(manifest, 'utf8')).name === 'ultraloop') return folder;
    const parent = dirname(folder);
    if (parent === folder) throw new Error('no package.json named "ultraloop" above this file');
    folder = parent;
  }
}
