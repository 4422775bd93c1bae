import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { covers } from '../../src/config/globs.ts';

describe('U3 globs', () => {
  const name = fc
    .string({ unit: 'binary', minLength: 1, maxLength: 12 })
    .filter(text => !/^\.{1,2}$/.test(text) && !/[/\0]/.test(text));

  it('everything below a frozen folder is frozen, whatever its name', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('rtl', 'rtl/', 'rtl/**', './rtl/'),
        fc.array(name, { minLength: 1, maxLength: 4 }),
        (glob, names) => {
          expect(covers([glob])(`rtl/${names.join('/')}`)).toBe(true);
        },
      ),
    );
  });

  it('nothing outside of it is', () => {
    fc.assert(
      fc.property(fc.array(name, { minLength: 1, maxLength: 4 }), names => {
        fc.pre(names[0] !== 'rtl');
        expect(covers(['rtl/'])(names.join('/'))).toBe(false);
      }),
    );
  });

  it.each([
    { glob: 'docs/*.md', path: 'docs/a.md', frozen: true },
    { glob: 'docs/*.md', path: 'docs/sub/a.md', frozen: false },
    { glob: '**/*.sv', path: 'a/b/.c/d.sv', frozen: true },
    { glob: '*.{sv,svh}', path: 'top.svh', frozen: true },
    { glob: '!docs/a.md', path: 'docs/b.md', frozen: false },
    { glob: 'README.md', path: 'README.md', frozen: true },
    { glob: 'README.md', path: 'README.md/x', frozen: true },
  ])('$glob on $path: $frozen', ({ glob, path, frozen }) => {
    expect(covers([glob])(path)).toBe(frozen);
  });
});
