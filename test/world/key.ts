// One key for every App of a test process: making one takes a quarter of a second.
import { generateKeyPairSync } from 'node:crypto';

export const KEY = generateKeyPairSync('rsa', { modulusLength: 2048 })
  .privateKey.export({ type: 'pkcs1', format: 'pem' })
  .toString();
