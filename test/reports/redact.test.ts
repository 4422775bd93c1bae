import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cap } from '../../src/reports/cap.ts';
import { code, marked, text } from '../../src/reports/markdown.ts';
import { finish, leaks, redact } from '../../src/reports/redact.ts';
import { secretPlaces } from '../../src/reports/secret-places.ts';
import { LONE_SURROGATE } from './hostile.ts';

const token = `ghs_4711_${'eyJhbGciOi.Jhb-Gc_iOi'.repeat(25)}`.slice(0, 520);
const secret = 'p@ss/w+rd_"x"\\=Ω*[y]';

describe('exact values, in every encoding', () => {
  const base64 = (plain: string) => Buffer.from(plain).toString('base64');
  test.each<[string, (s: string) => string]>([
    ['plain', s => s],
    ['base64', base64],
    ['base64url', s => Buffer.from(s).toString('base64url')],
    ['base64 inside a header', s => base64(`x-access-token:${s}`)],
    ['base64 inside, shifted by one', s => base64(`u:${s}:v`)],
    ['base64 inside, shifted by two', s => base64(`uu:${s}`)],
    ['hex', s => Buffer.from(s).toString('hex')],
    ['HEX', s => Buffer.from(s).toString('hex').toUpperCase()],
    ['URL-encoded', encodeURIComponent],
    ['JSON', s => JSON.stringify({ s })],
    ['JSON in JSON', s => JSON.stringify(JSON.stringify({ s }))],
    ['wrapped at ten columns', s => s.replace(/.{10}/gu, '$&\n')],
    ['base64 wrapped at 76', s => base64(s.repeat(1)).replace(/.{76}/g, '$&\r\n')],
    ['base64 wrapped in JSON', s => JSON.stringify(base64(s).replace(/.{20}/g, '$&\n'))],
    ['Markdown', text],
    ['Markdown in a sentence', s => text(`the *value* is ${s}, keep it`)],
    ['code', code],
    ['code with a pipe', s => code(`echo ${s} | sh`)],
  ])('%s', (_, encode) => {
    for (const value of [token.slice(0, 120), secret]) {
      const out = redact(`before ${encode(value)} after`, new Set([value]));
      expect(out).toContain('‹redacted›');
      expect(out).toContain('before');
      const forms = [value, encode(value), encode(value).slice(4, -4)];
      for (const form of forms) expect(out).not.toContain(form);
    }
  });

  test('a token cut in two leaves no half', () => {
    const out = redact(
      `head ${token.slice(0, 200)}\n[9 bytes were not kept]\n${token.slice(300)} tail`,
      new Set([token]),
    );
    expect(out).toBe('head ‹redacted›\n[9 bytes were not kept]\n‹redacted› tail');
  });

  test('a secret inside a longer one', () => {
    const longer = `${secret}-and-more`;
    expect(redact(longer, new Set([secret, longer]))).toBe('‹redacted›');
  });

  test('values too short to be secret stay words', () => {
    expect(redact('ab cd', new Set(['ab', '']))).toBe('ab cd');
  });
});

describe('shapes of well-known secrets', () => {
  // Read to its end from each beginning, one of these would take hours.
  test.each(['-eyJ', 'eyJ\\_', 'eyJaaaaaaaa.', '-----BEGIN PRIVATE KEY-----', 'aa://b:', 'ghs_', '\\', '%41'])(
    'SEC-55 a megabyte of %s is read once',
    text => expect(secretPlaces(text.repeat(2 ** 20 / text.length), new Set([token])).length).toBeDefined(),
  );

  const jwt = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U';
  const pem = `-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\n\n${'MIIEow+/aB'.repeat(6)}\n${'Zz9=aaaaaa'.repeat(6)}\n-----END RSA PRIVATE KEY-----`;
  test.each<[string, string]>([
    ['an installation token', token],
    ['a classic token', `ghp_${'a1B2'.repeat(9)}`],
    ['an OAuth token', `gho_${'a1B2'.repeat(9)}`],
    ['a fine-grained token', `github_pat_11ABC_${'x9'.repeat(25)}`],
    ['an AWS key', 'AKIAIOSFODNN7EXAMPLE'],
    ['a model key', 'sk-proj-abcdefghij_klmnopqrstuv-wxyz'],
    ['a Slack token', 'xoxb-123456789012-abcdefABCDEF'],
    ['a JWT', jwt],
    ['a private key', pem],
  ])('%s', (_, value) => {
    for (const shown of [value, text(value), `key=${value}`]) {
      const out = redact(`a ${shown} z`, new Set());
      expect(out).toContain('‹redacted›');
      expect(out).not.toContain(value.slice(12, 30));
      expect(out).not.toContain(value.slice(-12));
      expect(out.endsWith(' z')).toBe(true);
    }
  });

  test('name and password in a URL, the host stays', () => {
    expect(redact('https://ann:hunter22@git.example/x', new Set())).toBe('https://‹redacted›@git.example/x');
  });

  test('a key whose end was cut off', () => {
    const cut = `-----BEGIN PRIVATE KEY-----\n${'MIIEow+/aB'.repeat(6)}\n${'Zz9/aaaaaa'.repeat(3)}`;
    expect(redact(`${cut}\n\`\`\`\nnext`, new Set())).toBe('‹redacted›\n```\nnext');
  });

  test.each(['ghs_short', 'sk-ip', 'the task-force-of-many-people-in-a-room', 'eyJ.eyJ', 'http://a:80/x@y', 'AKIA'])(
    '%s is no secret',
    s => {
      expect(redact(s, new Set())).toBe(s);
    },
  );
});

describe('finish', () => {
  const value = fc.string({ unit: 'grapheme', minLength: 8, maxLength: 60 }).filter(s => !/\p{Surrogate}/u.test(s));
  test('any secret in any text: gone, short enough, the marker kept', () => {
    fc.assert(
      fc.property(value, fc.string({ unit: 'grapheme', maxLength: 50 }), (hidden, around) => {
        const secrets = new Set([hidden]);
        const body = `${text(around + hidden + around)}\n\n${code(hidden)}\n\n${Buffer.from(around + hidden).toString('base64')}`;
        const out = finish(marked(body, 'r', 'k'), secrets);
        expect(leaks(out, secrets)).toBe(false);
        expect(out).not.toContain(hidden);
      }),
      { numRuns: 200 },
    );
  });

  test('a secret at the cut does not survive as a half', () => {
    const body = marked(`${'x '.repeat(29_800)}\n${token}\n${'y\n'.repeat(9000)}`, 'r', 'k');
    const out = finish(body, new Set([token]));
    expect(out.length).toBeLessThanOrEqual(60_000);
    expect(out).not.toContain(token.slice(0, 16));
    expect(out).toMatch(/<!-- ultraloop:r:k -->$/);
  });

  test('a secret that redaction itself would spell out withholds the message', () => {
    const out = finish(marked('a ‹redacted› b', 'r', 'k'), new Set(['redacted']));
    expect(out).toContain('withheld');
    expect(out).toMatch(/<!-- ultraloop:r:k -->$/);
  });
});

describe('cap', () => {
  test('a short message is left alone', () => {
    expect(cap('a')).toBe('a');
  });

  test.each<[string, string]>([
    ['prose', 'word 😀 word\n'.repeat(9000)],
    ['one endless line', '😀'.repeat(80_000)],
    [
      'inside a fence inside a fold',
      `<details><summary>s</summary>\n\n\`\`\`\`text\n${'```\n</details>\n'.repeat(9000)}`,
    ],
    ['inside a comment', `a\n<!-- hidden\n${'b\n'.repeat(60_000)}`],
    ['many small folds', '<details><summary>s</summary>\n\nx\n\n</details>\n\n'.repeat(2000)],
  ])('%s: fits, closed, told, whole code points', (_, body) => {
    const out = cap(marked(body, 'r', 'k'));
    expect(out.length).toBeLessThanOrEqual(60_000);
    expect(out).not.toMatch(LONE_SURROGATE);
    expect(out).toMatch(/\n\n\*Cut here: \d+ of \d+ characters are not shown\.\*\n\n<!-- ultraloop:r:k -->$/);
    const unfenced = out.replace(/^(`{3,})text\n[\s\S]*?\n\1$/gm, '');
    expect(unfenced).not.toContain('```');
    expect(unfenced.match(/<details>/g)?.length).toBe(unfenced.match(/<\/details>/g)?.length);
    expect(out.match(/<!--/g)?.length).toBe(out.match(/-->/g)?.length);
  });
});
