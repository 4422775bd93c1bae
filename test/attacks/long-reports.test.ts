// F: more text than a comment of GitHub may hold, from everybody who has something to say.
import { expect } from 'vitest';
import { nodes } from '../reports/hostile.ts';
import { rest, say } from '../world/moments.ts';
import { TINY_ISSUE, tinyConfig } from '../world/tiny.ts';
import { REPO } from '../world/world.ts';
import { attack } from './attack.ts';
import type { Scene } from './scene.ts';

/** What GitHub takes as the text of a comment, an issue, a pull request or a check. */
const MOST = 65_536;
/** Two units of UTF-16 and four bytes: wherever it is cut in halves it is none any more. */
const EMOJI = '👩🏽‍🚀';
/** Opens whatever a cut could leave open. */
const OPEN =
  '```\n~~~~\n````text\n<details><summary>x\n<!-- <table><tr><td>\n> - 1. | a | b |\n`` ` ![x](http://evil.example/';
const long = (length: number): string =>
  `${OPEN}\n${`${EMOJI}${'word '.repeat(20)}@dana #1 ${OPEN}\n`.repeat(length)}`.slice(0, length);

/** Every text the app sent to be shown: bodies, summaries and texts of checks. */
function shown({ exchanges }: Scene): string[] {
  const texts: string[] = [];
  const collect = (value: unknown, key = ''): void => {
    if (typeof value === 'string' && /^(?:body|summary|text)$/.test(key)) texts.push(value);
    if (value === null || typeof value !== 'object') return;
    for (const [name, part] of Object.entries(value)) collect(part, name);
  };
  for (const { requestBody } of exchanges) collect(requestBody);
  return texts;
}

/** What is wrong with a text, in words; undefined = it can be posted, and nothing in it is left open. */
function wrong(markdown: string): string | undefined {
  if (markdown.length > MOST) return `it is ${markdown.length} long`;
  if (!markdown.isWellFormed()) return 'half a character';
  const all = nodes(markdown);
  const html = all.flatMap(node => (node.type === 'html' ? [(node as unknown as { value: string }).value] : []));
  const count = (tag: RegExp): number => html.join('\n').match(tag)?.length ?? 0;
  if (count(/<details/g) !== count(/<\/details>/g)) return 'a fold is left open';
  if (count(/<!--/g) !== count(/-->/g)) return 'a comment is left open';
  const marker = /<!-- ultraloop:[\w.:-]+ -->\s*$/.exec(markdown)?.[0].trim();
  // In an open fence, fold of a list or cell it would be read as their text.
  if (marker !== undefined && !html.some(part => part.trim().endsWith(marker))) return 'its marker is swallowed';
  if (all.some(node => node.type === 'image')) return 'an image';
  return undefined;
}

/** Every text so far can be shown, and the thread has more comments than before. */
function told(at: Scene, before: number): void {
  const mistakes = shown(at).flatMap(text => {
    const what = wrong(text);
    return what === undefined ? [] : [`${what}: ${text.slice(0, 200)} … ${text.slice(-300)}`];
  });
  expect(mistakes).toEqual([]);
  expect(at.comments().length).toBeGreaterThan(before);
}

const MANY = Array.from({ length: 16 }, (_, n) => `  b${n}: { paths: [b${n}.txt], unit: sh noise.sh ${n} }`).join('\n');
const CONFIG = tinyConfig().replace('max_cycles: 4', 'max_cycles: 40').replace('reviewers:', `${MANY}\nreviewers:`);
/** Prints 200 kB, of which every line is longer than a report shows. */
const NOISE = `node -e 'for (let n = 0; n < 400; n++) console.log("error " + n + " ${EMOJI} \`\`\` <details> --> ".repeat(14))'\nexit 1\n`;

const FILES = `mkdir -p src; for n in $(seq 900); do echo $n > "src/${'long-name-'.repeat(12)}${EMOJI}-$n.txt"; done; for n in $(seq 0 15); do echo x > b$n.txt; done`;

const finding = (n: number, length: number) => ({
  file: `${n}/${EMOJI.repeat(40)}`.slice(0, 400),
  line: n + 1,
  what: long(length),
});
const findings = (count: number, length: number) => Array.from({ length: count }, (_, n) => finding(n, length));
const review = (answer: object) => ({ answer: { verdict: 'IMPROVEMENTS_NEEDED', ...answer } });

attack(
  86,
  'reports longer than GitHub takes',
  async at => {
    const right = 'echo 42 > answer.txt';
    const acts: Record<string, Parameters<Scene['malice']>[0]> = {
      'an agent of 200 kB that fails': { implementer: { raw: `${long(100_000)}${EMOJI.repeat(15_000)}`, exit: 3 } },
      'an agent that gives a long reason': {
        implementer: { answer: { outcome: 'impossible', because: long(4_000), summary: long(4_000) } },
      },
      'all that may be said, of a thousand files, sixteen checks and a reviewer': {
        implementer: { sh: `${right}; ${FILES}` },
        reviewer: review({ priority_1: findings(50, 4_000), notes: findings(100, 4_000), coverage: long(4_000) }),
      },
      'more than may be said': {
        implementer: { sh: `${right}; echo x > more.txt`, answer: { outcome: 'done', summary: long(200_000) } },
        reviewer: review({ priority_1: findings(300, 300) }),
      },
    };
    let run: Awaited<ReturnType<Scene['start']>> | undefined;
    for (const [name, malice] of Object.entries(acts)) {
      const before = at.comments().length;
      await at.malice(malice);
      run = run
        ? await at.goOn(run.issue, `${name}: ${long(30_000)}`)
        : await at.start({ title: EMOJI.repeat(60).slice(0, 240), body: long(60_000) });
      told(at, before);
    }
    const before = at.comments().length;
    await say(at.world, run?.issue ?? 0, '/status');
    told(at, before);
    expect(at.comments().some(body => body.includes('Cut here:'))).toBe(true);
    // Mistakes of the configuration, a hundred kilobytes of them.
    for (const mistakes of [
      Array.from({ length: 2_500 }, (_, n) => `mistake_${n}: 1`).join('\n'),
      `blocks:\n${Array.from({ length: 600 }, (_, n) => `  b${n}: { paths: [], unit: 3, other: '${EMOJI.repeat(4)}' }`).join('\n')}`,
      `${'k'.repeat(30_000)}: ${'v'.repeat(30_000)}`,
      'x: '.repeat(20_000),
    ]) {
      const said = at.comments().length;
      await at.world.github
        .as('maintainer')
        .pushFiles(REPO, 'main', { '.github/ultraloop.yml': mistakes }, 'Configure');
      const issue = await at.world.label(TINY_ISSUE);
      expect((await rest(at.world, issue)).exit?.code).not.toBe('COMPLETE');
      told(at, said);
    }
  },
  { files: { '.github/ultraloop.yml': CONFIG, 'noise.sh': NOISE }, timeoutMs: 900_000 },
);
