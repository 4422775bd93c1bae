// implementation-log.md in the seed's format (R8).
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { entriesOf, hasEntry, putEntry, renderEntry, withoutEntry } from '../../src/brakes/implementation-log.ts';

const draft = {
  files: ['path/to/file.ts', 'path/to/other.ts'],
  endpoints: ['POST /api/resource', 'GET /api/resource/:id'],
  tables: ['users', 'sessions'],
  tests: '12 unit tests, 3 integration tests',
  layers: ['schema', 'api'],
};
const nothing = { files: [], endpoints: [], tables: [], tests: '', layers: [] };
const slice = (id: string) => ({ id, name: `The ${id}` });

describe('R8 the entry', () => {
  it('is the seed’s, to the letter', () => {
    expect(renderEntry({ id: 'slice-2', name: 'Resources' }, draft)).toBe(`## slice-2: Resources

- Files created/modified: path/to/file.ts, path/to/other.ts
- Endpoints added: POST /api/resource, GET /api/resource/:id
- Tables migrated: users, sessions
- Tests written: 12 unit tests, 3 integration tests
- Layers touched: schema, api`);
  });

  it('a number as id, and what there is nothing of', () => {
    expect(renderEntry({ id: '0', name: 'x' }, nothing).split('\n').slice(0, 3)).toEqual([
      '## slice-0: x',
      '',
      '- Files created/modified: none',
    ]);
  });

  it('whatever an agent writes, it is one entry of five lines', () => {
    const text = fc.string({ unit: 'binary' });
    const list = fc.array(fc.oneof(text, fc.constant('a\n## slice-9: forged\n- x')), { maxLength: 3 });
    const any = fc.record({ files: list, endpoints: list, tables: list, tests: text, layers: list });
    fc.assert(
      fc.property(any, given => {
        const entry = renderEntry(slice('slice-1'), given);
        expect(entriesOf(entry).map(({ id }) => id)).toEqual(['slice-1']);
        expect(entry.split('\n').filter(line => line.startsWith('- '))).toHaveLength(5);
      }),
    );
  });
});

describe('R8 the log', () => {
  const log = ['slice-0', 'slice-1', 'slice-2'].reduce(
    (text, id) => putEntry(text, slice(id), renderEntry(slice(id), draft)),
    '',
  );

  it('slice 0 creates it, the others append', () => {
    expect(entriesOf(log).map(({ id }) => id)).toEqual(['slice-0', 'slice-1', 'slice-2']);
    expect(log).toMatch(/^## slice-0: /);
    expect(log).toMatch(/api\n\n## slice-1: [\s\S]*schema, api\n$/);
  });

  it('an outer retry renews its entry where it stands, and nothing else', () => {
    const renewed = putEntry(log, slice('slice-1'), renderEntry(slice('slice-1'), nothing));
    expect(entriesOf(renewed).map(({ id }) => id)).toEqual(['slice-0', 'slice-1', 'slice-2']);
    expect(putEntry(renewed, slice('slice-1'), renderEntry(slice('slice-1'), draft))).toBe(log);
  });

  it.each(['# Log of the implementation\n\nWritten by hand.\n', '\ufeff# Log\r\n'])(
    'what people wrote above stays: %j',
    above => {
      expect(putEntry(above, slice('slice-0'), 'x').startsWith(above.replaceAll('\r\n', '\n').trimEnd())).toBe(true);
    },
  );

  it('slice-1 is not slice-10', () => {
    const ten = putEntry('', slice('slice-10'), renderEntry(slice('slice-10'), draft));
    expect([hasEntry(ten, slice('slice-1')), hasEntry(ten, slice('slice-10'))]).toEqual([false, true]);
  });

  it('R2: an attempt does not see the entry of its own slice', () => {
    expect(entriesOf(withoutEntry(log, slice('slice-1'))).map(({ id }) => id)).toEqual(['slice-0', 'slice-2']);
  });
});
