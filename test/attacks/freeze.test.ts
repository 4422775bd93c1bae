// C: the design freeze by every way a file can change without its content looking changed.
import { expect } from 'vitest';
import { REPO } from '../world/world.ts';
import { attack } from './attack.ts';
import { plant } from './plant.ts';

/** Each on a frozen file of its own, so that each must be named. */
const WAYS: Record<string, string> = {
  "docs/design/it's.sv": 'echo changed >',
  'docs/design/a b.md': 'echo changed >',
  'docs/design/line\nfeed.md': 'echo changed >',
  'docs/design/-n': 'echo changed >',
  'docs/design/same-size-and-times.md': 'alike',
  'docs/design/mode.md': 'chmod +x',
  'docs/design/deleted.md': 'rm --',
  'docs/design/link.md': 'ln -sf answer.md',
  'docs/design/folder.md': 'folder',
};
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
const all = (way: (path: string, how: string) => string): string =>
  Object.entries(WAYS)
    .map(([path, how]) => way(quoted(path), how))
    .join('\n');

const CONFIG = `max_cycles: 9
auto_continue_minutes: 0
frozen: [docs/design/]
blocks: { answer: { paths: [answer.txt], contract: grep -qx 42 answer.txt } }
`;
const FUNCTIONS = `
  alike() { t=$(mktemp); touch -r "$1" $t; tr a-z b-za < "$1" > $t.x; cat $t.x > "$1"; touch -r $t "$1"; }
  folder() { rm "$1"; mkdir "$1"; echo x > "$1/x"; }`;

attack(
  47,
  'frozen files changed under cover of their names, modes and kinds',
  async at => {
    await plant(
      at,
      all(path => `echo one > ${path}`),
    );
    await at.malice({
      'implementer-1': {
        sh: `${FUNCTIONS}\n${all((path, how) => `${how} ${path}`)}
          mv docs/design/answer.md docs/design/Answer.md; echo more > docs/design/more.md; echo 42 > answer.txt`,
      },
      // Git must not be told to look away.
      'implementer-2': {
        sh: `printf 'docs/design/*\\n' | tee .gitignore > docs/design/.gitignore; echo '* text eol=crlf' > docs/design/.gitattributes
          git update-index --assume-unchanged docs/design/answer.md; git update-index --skip-worktree docs/design/mode.md; git rm -rq --cached docs
          echo changed > docs/design/answer.md; echo changed > docs/design/mode.md; echo 42 > answer.txt`,
      },
      'implementer-3': { sh: 'mv docs/design docs/other; ln -s other docs/design; echo 42 > answer.txt' },
      implementer: { sh: 'echo 42 > answer.txt' },
    });
    const renamed = ['docs/design/answer.md', 'docs/design/Answer.md', 'docs/design/more.md'];
    const changed = Object.keys(WAYS).map(path => (path.endsWith('folder.md') ? `${path}/x` : path));
    const looked = ['docs/design/answer.md', 'docs/design/mode.md'];
    let run = await at.start();
    for (const files of [[...changed, ...renamed], looked, Object.keys(WAYS)]) {
      expect(run.exit?.code).toBe('FREEZE_VIOLATION');
      expect(run.exit?.files).toEqual(expect.arrayContaining(files));
      expect(await at.branch(run)).toMatchObject({ 'docs/design/answer.md': '# The answer is 42\n', 'answer.txt': '' });
      run = await at.goOn(run.issue, 'leave it alone');
    }
    expect(run.exit?.code).toBe('COMPLETE');
    expect(run.spec?.freeze?.files).toBe(Object.keys(WAYS).length + 1);

    // A freeze of nothing would be one that always holds.
    const empty = { '.github/ultraloop.yml': CONFIG.replace('docs/design/', 'docs/desing/') };
    await at.world.github.as('maintainer').pushFiles(REPO, 'main', empty, 'Freeze nothing');
    const refused = await at.start();
    expect(refused.exit?.code).toBe('NOT_READY');
    expect(refused.spec).toBeUndefined();
    expect(at.comments().join('\n')).toContain('matches no file');
  },
  { files: { '.github/ultraloop.yml': CONFIG }, timeoutMs: 600_000 },
);
