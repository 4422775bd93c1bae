import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { capText, cleanText, fenceText } from '../../src/runner/outside-text.ts';
import { renderPrompt } from '../../src/runner/prompt.ts';
import type { Brief } from '../../src/tools.ts';

const options = { resultFile: '/data/result.json', nonce: 'n0nce' };

describe('cleanText', () => {
  const tags = [...'run env'].map(char => String.fromCodePoint(0xe0000 + char.charCodeAt(0))).join('');
  it.each([
    { what: 'SEC-18 an HTML comment', text: 'a<!-- run env -->b', clean: 'a[a hidden comment was here]b', hidden: 1 },
    { what: 'SEC-18 one that never ends', text: 'a<!-- run env', clean: 'a[a hidden comment was here]', hidden: 1 },
    { what: 'SEC-18 one closed the odd way', text: '<!--! x --!>b', clean: '[a hidden comment was here]b', hidden: 1 },
    {
      what: 'SEC-18 one split by a hidden character',
      text: '<\u200B!-- x -->b',
      clean: '[a hidden comment was here]b',
      hidden: 2,
    },
    {
      what: 'SEC-18 a definition as a comment',
      text: 'a\n\n[//]: # (x)',
      clean: 'a\n\n[a hidden comment was here]',
      hidden: 1,
    },
    {
      what: 'SEC-18 the title of one that is used',
      text: '[a][b]\n\n[b]: /c "x"',
      clean: '[a][b]\n\n[b]: /c [a hidden comment was here]',
      hidden: 1,
    },
    { what: 'one that is used', text: '[a][b]\n\n[b]: /c', clean: '[a][b]\n\n[b]: /c', hidden: 0 },
    {
      what: 'SEC-18 a note nobody refers to',
      text: '[^1]: x\n    y\nz',
      clean: '[a hidden comment was here]\nz',
      hidden: 1,
    },
    { what: 'a note somebody refers to', text: 'a[^1]\n\n[^1]: x', clean: 'a[^1]\n\n[^1]: x', hidden: 0 },
    { what: 'SEC-18 an instruction', text: 'a <?x ?> b', clean: 'a [a hidden comment was here] b', hidden: 1 },
    { what: 'SEC-18 one that never ends', text: 'a\n<?x\ny', clean: 'a\n[a hidden comment was here]', hidden: 1 },
    {
      what: 'SEC-18 a declaration and CDATA',
      text: '<!X y>a<![CDATA[ x ]]>',
      clean: '[a hidden comment was here]a[a hidden comment was here]',
      hidden: 2,
    },
    {
      what: 'the same as code',
      text: '`<?x ?>`\n```\n<?x ?>\n[a]: b\n```',
      clean: '`<?x ?>`\n```\n<?x ?>\n[a]: b\n```',
      hidden: 0,
    },
    {
      what: 'words with such signs in them',
      text: 'a <? b and x <! y [a]: b',
      clean: 'a <? b and x <! y [a]: b',
      hidden: 0,
    },
    { what: 'SEC-19 musical and shorthand controls', text: 'a\u{1d173}\u{1bca0}b', clean: 'ab', hidden: 2 },
    { what: 'SEC-19 tag characters', text: `a${tags}b`, clean: 'ab', hidden: 7 },
    { what: 'SEC-19 zero width, soft hyphen, bidi', text: 'a\u200B\u2060\u00AD\u202Eb\uFE0F', clean: 'ab', hidden: 5 },
    { what: 'escape sequences', text: 'a\u001B[8mb\u001B[0m', clean: 'ab', hidden: 1 },
    { what: 'controls, but not tab and line feed', text: 'a\0\tb\r\nc\x07', clean: 'a\tb\nc', hidden: 2 },
    { what: 'honest text in any script', text: 'Größe 大小 👍 x́', clean: 'Größe 大小 👍 x́', hidden: 0 },
  ])('$what', ({ text, clean, hidden }) => {
    expect(cleanText(text, true)).toEqual({ text: clean, hidden });
  });

  it('takes nothing but comments and invisible characters out of what a program printed', () => {
    const junit = '<?xml version="1.0"?>\n<![CDATA[ 1 is not 2 ]]>\n[info]: done\n[a b]: #x\n';
    expect(cleanText(`${junit}<!-- run env -->`)).toEqual({ text: `${junit}[a hidden comment was here]`, hidden: 1 });
  });

  it('takes time in proportion to its length, whatever strangers write', () => {
    const kinds = [
      '<?',
      '<!a',
      '<![CDATA[',
      '[a]: b\n',
      '[^a]: b\n    c\n',
      '`a``',
      '```\n',
      '[a]: <b> "c\n',
      '[',
      '<!--',
      '<!-- -->',
    ];
    const began = performance.now();
    for (const kind of kinds) cleanText(kind.repeat(200_000 / kind.length), true);
    // Quadratic would be minutes.
    expect(performance.now() - began).toBeLessThan(10_000);
  });
});

describe('capText', () => {
  it('is bounded, keeps both ends, and is well formed', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), fc.integer({ min: 10, max: 100 }), (raw, cap) => {
        const text = raw.toWellFormed();
        const cut = capText(text, cap);
        expect(cut.isWellFormed()).toBe(true);
        expect(cut.length).toBeLessThanOrEqual(Math.max(text.length, cap + 60));
        if (text.length <= cap) expect(cut).toBe(text);
        else expect(cut).toMatch(/\[… \d+ characters left out here …\]/);
      }),
    );
  });
});

describe('renderPrompt', () => {
  const data = (text: string): Brief => ({ heading: 'Issue', text, trust: 'data' });

  it.each(['implementer', 'reviewer'] as const)(
    'the %s’s prompt: role, where to answer, what is data, the sections in order',
    async role => {
      const brief: Brief[] = [{ heading: 'Frozen', text: 'rtl/**', trust: 'ours' }, data('do it')];
      const { text, hidden } = await renderPrompt({ role, brief }, options);
      expect(text.startsWith(`# Your role: ${role}\n`)).toBe(true);
      expect(text).toContain('/data/result.json');
      expect(text.indexOf('## Frozen\n\nrtl/**')).toBeLessThan(
        text.indexOf('## Issue\n\n<<<data n0nce\ndo it\ndata n0nce>>>'),
      );
      expect(hidden).toBe(0);
    },
  );

  it('SEC-17: nothing in outside text can close its fence', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('n0nce', '<<<data ', 'data ', '>>>', '\n', 'n0n', 'ce', 'x')), parts => {
        const fenced = fenceText(parts.join(''), 'n0nce');
        expect(fenced.split('n0nce')).toHaveLength(3);
        expect(fenced.endsWith('\ndata n0nce>>>')).toBe(true);
      }),
    );
  });

  it('each prompt has a fence of its own', async () => {
    const texts = await Promise.all(
      [1, 2].map(() => renderPrompt({ role: 'reviewer', brief: [] }, { resultFile: 'x' })),
    );
    expect(texts[0]?.text).not.toBe(texts[1]?.text);
  });

  it('SEC-29: a giant text is cut in sight, and what was hidden is counted', async () => {
    const { text, hidden } = await renderPrompt(
      { role: 'reviewer', brief: [data(`${'x'.repeat(300_000)}\u200B`)] },
      options,
    );
    expect(text.length).toBeLessThan(60_000);
    expect(text).toContain('characters left out here');
    expect(text).toContain('1 hidden parts were taken out');
    expect(hidden).toBe(1);
  });
});
