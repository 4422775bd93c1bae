import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseComment } from '../../src/commands/parse.ts';

const NOT_COMMANDS: [string, string][] = [
  ['an empty comment', ''],
  ['only spaces', ' \n\t\n '],
  ['mid-sentence', 'please /abort'],
  ['mid-sentence, second line', 'I think\nwe should /abort now'],
  ['another word', '/continuex'],
  ['another word with a dash', '/abort-all'],
  ['a full stop instead of a space', '/abort.'],
  ['a path', '/status/page'],
  ['two slashes', '//abort'],
  ['a space inside', '/ abort'],
  ['an unknown command', '/deploy'],
  ['a block quote', '> /abort'],
  ['a lazy line of a block quote', '> said:\n/abort'],
  ['a quote in a quote', '> > /abort\n> /abort'],
  ['a fence', '```\n/abort\n```'],
  ['a tilde fence', '~~~sh\n/abort\n~~~'],
  ['a fence that never ends', 'look:\n\n````\n```\n/abort'],
  ['a fence with CRLF', '```\r\n/abort\r\n```\r\n'],
  ['indented code', 'x\n\n    /abort'],
  ['a tab of code', '\t/abort'],
  ['inline code', '`/abort`'],
  ['inline code over lines', 'see `a\n/abort` here'],
  ['a bullet', '- /abort'],
  ['a numbered item', '1. /abort'],
  ['a task', '- [ ] /abort'],
  ['a paragraph of a list item', '- one\n\n  /abort'],
  ['a heading', '# /abort'],
  ['an underlined heading', '/abort\n======'],
  ['a link', '[/abort](https://example.com)'],
  ['a link over lines', '[see\n/abort](https://example.com)'],
  ['after an image', '![x](y) /abort'],
  ['emphasis', '**/abort**'],
  ['a link definition', '[x]:\n/abort'],
  ['an HTML comment', '<!-- /abort -->'],
  ['an HTML comment over lines', '<!--\n/abort\n-->'],
  ['an HTML comment that never ends', '<!--\n\n/abort\n\ntext'],
  ['an HTML comment inside a paragraph', 'text <!--\n/abort\n--> text'],
  ['after an HTML comment', '<!-- x --> /abort'],
  ['an HTML block', '<div>\n/abort\n</div>'],
  ['a paragraph inside HTML', '<details><summary>log</summary>\n\n/abort\n\n</details>'],
  ['a paragraph inside an HTML quote', '<blockquote>\n\n/abort\n\n</blockquote>'],
  ['HTML inside of HTML', '<div><p>\n\nx</p>\n\n/abort\n\n</div>'],
  ['a line inside inline HTML', 'text <b>\n/abort\n</b>'],
  ['an escaped slash', '\\/abort'],
  ['a character reference', '&#47;abort'],
  ['a no-break space before', '\u00a0/abort'],
  ['a zero-width space before', '\u200b/abort'],
  ['a byte order mark before', '\ufeff/abort'],
  ['an ideographic space before', 'text\n\u3000/abort'],
  ['a right-to-left mark before', '\u200f/abort'],
  ['a no-break space after', '/abort\u00a0now'],
  ['a full-width slash', '／abort'],
  ['a letter that only lower-cases to k', '/ultraloo\u0440'],
  ['beyond the part that is searched', `${'word '.repeat(1700)}\n\n/abort`],
  ['a phrase in a sentence', 'please keep going'],
  ['a phrase with more words', 'keep going with the tests'],
  ['a phrase on the second line', 'thanks\nkeep going'],
  ['a quoted phrase', '> keep going'],
  ['a phrase in code', '`ralph mode`'],
];

describe('K2 what is no command', () => {
  it.each(NOT_COMMANDS)('%s', (_, body) => {
    expect(parseComment(body)).toBeUndefined();
  });
});

describe('K2 where a command stands', () => {
  it.each([
    ['alone', '/abort', ''],
    ['in capitals', '/ABORT', ''],
    ['with a reason', '/abort wrong branch', 'wrong branch'],
    ['after a tab', '/abort\tnow', 'now'],
    ['indented a little', '   /abort', ''],
    ['after empty lines', '\n\n/abort', ''],
    ['with CRLF', '/abort now\r\n', 'now'],
    ['on a second line', 'This is wrong.\n/abort', ''],
    ['on a second line with CRLF', 'This is wrong.\r\n/abort too late\r\n', 'too late'],
    ['on a second line, indented', 'This is wrong.\n      /abort', ''],
    ['after a hard break', 'This is wrong.  \n/abort', ''],
    ['after a backslash break', 'This is wrong.\\\n/abort', ''],
    ['in a second paragraph', 'This is wrong.\n\n/abort', ''],
    ['below a quote', '> Continue?\n\n/abort', ''],
    ['below a list', '- one\n- two\n\n/abort', ''],
    ['below code', '```\n/continue\n```\n/abort', ''],
    ['below HTML that was closed', '<details>\n\n/continue\n\n</details>\n\n/abort', ''],
    ['below HTML that has no end tag', 'a<br>\n/abort', ''],
    ['twice the same', '/abort one\n/abort two', 'one\n/abort two'],
  ])('%s', (_, body, reason) => {
    expect(parseComment(body)).toEqual({ kind: 'abort', reason });
  });

  it.each(['finish', 'approve', 'status', 'help'])('/%s takes no notice of words behind it', kind => {
    expect(parseComment(`/${kind} please`)).toEqual({ kind });
  });

  it('two different commands are a mistake that names both', () => {
    const parsed = parseComment('/continue\n\nor rather\n\n/Abort');
    expect(parsed).toMatchObject({ kind: 'mistaken', why: expect.stringMatching(/`\/continue`.*`\/abort`/) });
    expect(parseComment('keep going\n/abort')).toMatchObject({ kind: 'mistaken' });
  });

  it('a command in a quote does not count as a second one', () => {
    expect(parseComment('/finish\n\n> /abort')).toEqual({ kind: 'finish' });
  });
});

describe('K2 the words of /continue', () => {
  it('are the rest of the comment, as written', () => {
    const words = 'use 18 bits\n\n```\nacc[17:0]\n```\n> quoted';
    expect(parseComment(`Looks good.\n/continue ${words}`)).toEqual({ kind: 'continue', words });
  });

  it('are bounded, and cut between characters', () => {
    const parsed = parseComment(`/continue ${'x'.repeat(3998)}${'😀'.repeat(50)}`);
    expect(parsed).toEqual({ kind: 'continue', words: `${'x'.repeat(3998)}…` });
  });

  it('reach beyond the part in which commands are searched', () => {
    const parsed = parseComment(`${'word '.repeat(1590)}\n\n/continue ${'y'.repeat(500)}`);
    expect(parsed).toEqual({ kind: 'continue', words: 'y'.repeat(500) });
  });
});

describe('K1 /ultraloop', () => {
  it.each([
    ['', {}],
    [' ralph', { loop: 'ralph' }],
    [' Ultraloop', { loop: 'ultraloop' }],
    [' rtl-p4', { target: 'rtl-p4' }],
    [' autoiter rtl-p4', { loop: 'autoiter', target: 'rtl-p4' }],
    [' --max-iterations 3', { maxIterations: 3 }],
    [' --max-iterations=100 ultraloop tq', { loop: 'ultraloop', target: 'tq', maxIterations: 100 }],
    [' tq —max-iterations 7', { target: 'tq', maxIterations: 7 }],
    [' constructor', { target: 'constructor' }],
    ['\nand the rest is talk', {}],
  ])('/ultraloop%s', (rest, wanted) => {
    expect(parseComment(`/ultraloop${rest}`)).toEqual({ kind: 'start', ...wanted });
  });

  it.each([
    [' ralhp', /no loop `ralhp`; did you mean `ralph`/],
    [' nothing tq', /no loop `nothing`\. Loops: /i],
    [' ultraloop a b', /one word too many/],
    [' --max-iterations', /whole number from 1 to 100/],
    [' --max-iterations 0', /whole number/],
    [' --max-iterations 101', /whole number/],
    [' --max-iterations -1', /whole number/],
    [' --max-iterations 1e1', /whole number/],
    [' --max-iterations 2.5', /whole number/],
    [' --max-iterations=', /whole number/],
    [' --max-iterations 99999999999999999999', /whole number/],
    [' --max-iterations 1 --max-iterations 2', /twice/],
    [' --force', /no option `--force`/],
    [' ../../etc/passwd', /cannot be the name of a target/],
    [' __proto__', /cannot be the name of a target/],
    [' $(id)', /cannot be the name of a target/],
    [' a`b`@c', /`ab@c` cannot be/],
  ])('/ultraloop%s is answered with a reason', (rest, why) => {
    expect(parseComment(`/ultraloop${rest}`)).toEqual({ kind: 'mistaken', why: expect.stringMatching(why) });
  });

  it.each(['ralph mode', 'Keep going', 'iterate until done.', 'keep going!\n\nand thanks'])('the phrase "%s"', body => {
    expect(parseComment(body)).toEqual({ kind: 'start', loop: 'autonomous' });
  });
});

const COMMAND = fc.constantFrom('/abort', '/continue now', '/finish', '/ultraloop', 'keep going', '/help');
const LINE = fc.oneof(
  COMMAND,
  fc.constantFrom('', '~~~', '``', '# x', '- y', '<p>', '</p>', '-->', '    z'),
  fc.string(),
);

describe('K2 properties', () => {
  it('never throws, and says the same twice', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(LINE).map(lines => lines.join('\n')),
    );
    fc.assert(
      fc.property(text, body => {
        expect(parseComment(body)).toEqual(parseComment(body));
      }),
      { numRuns: 400 },
    );
  });

  const within = fc.array(LINE, { maxLength: 8 }).map(lines => lines.join('\n').replace(/`{3,}|\r/g, ''));
  const around = fc.array(fc.lorem(), { maxLength: 3 }).map(words => words.join('\n\n'));

  it('never finds a command inside a fence', () => {
    const property = fc.property(around, within, around, (above, inside, below) => {
      expect(parseComment(`${above}\n\n\`\`\`\`\n${inside}\n\`\`\`\`\n\n${below}`)).toBeUndefined();
    });
    fc.assert(property, { numRuns: 300 });
  });

  it('never finds a command inside a quote', () => {
    const property = fc.property(around, within, around, (above, inside, below) => {
      const quoted = inside.split('\n').map(line => `> ${line}`);
      expect(parseComment(`${above}\n\n${quoted.join('\n')}\n\n${below}`)).toBeUndefined();
    });
    fc.assert(property, { numRuns: 300 });
  });

  it('never finds a command inside an HTML comment', () => {
    const property = fc.property(around, within, (above, inside) => {
      const hidden = inside.replaceAll('>', '');
      expect(parseComment(`${above}\n\n<!--\n${hidden}\n-->`)).toBeUndefined();
    });
    fc.assert(property, { numRuns: 300 });
  });

  it('always finds one below anything of its own that was closed', () => {
    const property = fc.property(around, above => {
      expect(parseComment(`${above}\n\n/finish`)).toEqual({ kind: 'finish' });
    });
    fc.assert(property, { numRuns: 100 });
  });
});
