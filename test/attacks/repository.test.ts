// C: a hostile repository and worktree against the app's own git.
import { expect } from 'vitest';
import { attack } from './attack.ts';

attack(31, 'a file system monitor written into the shared configuration', async at => {
  const mark = at.host.mark('31');
  await at.malice({
    implementer: {
      sh: `d=$(git rev-parse --git-common-dir); git config core.fsmonitor 'touch ${mark}' 2>&1
        printf '[core]\\n\\tfsmonitor = touch ${mark}\\n' >> "$d/config"; echo 42 > answer.txt`,
    },
  });
  const run = await at.start();
  expect(run.exit?.code).toBe('COMPLETE');
  expect(await at.pushed()).toMatchObject({ [`refs/heads/${run.spec?.branch}`]: { 'answer.txt': '42\n' } });
});
