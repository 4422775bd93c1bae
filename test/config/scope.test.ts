// scope.json: every mistake with its place (R1).
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseScope } from '../../src/config/scope.ts';

const good = {
  id: 'slice-1',
  name: 'Cart',
  type: 'feature',
  layers: ['api'],
  linear_id: 'S-1',
  definition_of_done: ['it adds up'],
};
const one = (over: object): string => JSON.stringify({ slices: [{ ...good, ...over }] });
const without = (key: string): string =>
  JSON.stringify({ slices: [Object.fromEntries(Object.entries(good).filter(([name]) => name !== key))] });

describe('R1 a mistake says where it is and what is wanted', () => {
  it.each<[string, string, RegExp]>([
    ['no JSON', '{"slices": [', /^`scope.json` is not valid JSON: /],
    ['a list', '[]', /^`scope.json`: this must be an object/],
    ['no slices', '{}', /^`scope.json`, `slices`: this is missing$/],
    ['an empty list', '{"slices": []}', /`slices`: there is no slice in it$/],
    ['slices are no list', '{"slices": {}}', /`slices`: this must be a list$/],
    ['a slice is text', '{"slices": ["a"]}', /`slices\[0\]`: this must be an object/],
    ['no id', without('id'), /`slices\[0\]\.id`: this is missing$/],
    ['an id that a shell would take apart', one({ id: 'a; rm -rf' }), /`slices\[0\]\.id`: an id is up to 64 letters/],
    ['an id with a slash', one({ id: '../a' }), /an id is up to 64 letters/],
    ['no name', without('name'), /`slices\[0\]\.name`: this is missing$/],
    ['an empty name', one({ name: ' ' }), /`slices\[0\]\.name`: this is empty$/],
    ['no layers', without('layers'), /`slices\[0\]\.layers`: this is missing$/],
    ['layers is text', one({ layers: 'api' }), /`slices\[0\]\.layers`: this must be a list$/],
    ['no layer in it', one({ layers: [] }), /name at least one layer/],
    ['no definition of done', without('definition_of_done'), /definition_of_done`: this is missing$/],
    ['an empty definition of done', one({ definition_of_done: [] }), /say at least one thing/],
    ['a number for it', one({ definition_of_done: 3 }), /definition_of_done`: this must be text or a list of texts/],
    ['the same id twice', JSON.stringify({ slices: [good, good] }), /two slices with the id `slice-1`/],
  ])('%s', (_, text, wanted) => {
    expect(parseScope(text, 'scope.json').mistakes).toEqual([expect.stringMatching(wanted)]);
  });

  it('all of them at once', () => {
    expect(parseScope('{"slices": [{"id": "a"}]}', 's').mistakes).toHaveLength(3);
  });

  it('whatever the text: slices or mistakes, and never an exception', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.json(),
      fc.json().map(json => `{"slices": [${json}]}`),
    );
    fc.assert(
      fc.property(text, given => {
        const { slices, mistakes } = parseScope(given, 's');
        expect((slices ?? mistakes ?? []).length).toBeGreaterThan(0);
      }),
    );
  });
});

describe('R1 what is read', () => {
  it('the entry as it stands, with keys only the agent needs', () => {
    const { slices } = parseScope(one({ hint: 'use a map' }), 's');
    expect(slices?.[0]).toMatchObject({ id: 'slice-1', layers: ['api'], linear_id: 'S-1' });
    expect(JSON.parse(slices?.[0]?.entry ?? '')).toEqual({ ...good, hint: 'use a map' });
  });

  it('a number as id, one sentence as definition of done, no linear id', () => {
    const { slices } = parseScope(one({ id: 0, definition_of_done: 'it adds up', linear_id: null }), 's');
    expect(slices?.[0]).toMatchObject({ id: '0', definition_of_done: ['it adds up'] });
    expect(slices?.[0]).not.toHaveProperty('linear_id');
  });
});
