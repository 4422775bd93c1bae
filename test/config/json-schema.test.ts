import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { jsonSchema } from '../../src/config/json-schema.ts';
import { parseConfig } from '../../src/config/load.ts';

describe('K13 the JSON Schema for editors', () => {
  it('is the one in schema/ (when this fails: npx vitest run test/config -u)', async () => {
    await expect(`${JSON.stringify(jsonSchema(), null, 2)}\n`).toMatchFileSnapshot(
      '../../schema/ultraloop.schema.json',
    );
  });

  it('describes every key', () => {
    const { properties = {} } = jsonSchema() as { properties?: Record<string, { description?: string }> };
    const silent = Object.entries(properties).filter(([, { description = '' }]) => description.length < 20);
    expect(Object.keys(properties).length).toBeGreaterThan(10);
    expect(silent).toEqual([]);
  });

  it.each([
    '{}',
    'max_cycles: 3',
    'max_cycles: 0',
    'maxCycles: 3',
    'targets: {a: x, b: {path: y}}',
    'targets: {a: {state: y}}',
    'checks: []',
    'checks: [x]',
    'checks: {lint: make}',
    'reviewers: [mona]',
    'reviewers: {users: [mona]}',
    'reviewers: {people: [mona]}',
    'blocks: {a: {paths: []}}',
    'limits: {failures: 5}',
    'limits: {failures: "5"}',
    'loop: ralph',
    'setup: []',
    'setup: npm ci',
    'setup: [npm ci, {run: x, hosts: [a.example], when: [b]}]',
    'setup: [{run: x, hosts: ["*"]}]',
    'setup: [{hosts: [a.example]}]',
  ])('an editor and the app agree on %s', text => {
    const validate = new Ajv({ strict: false }).compile(jsonSchema());
    expect(validate(parse(text))).toBe(parseConfig(text, 'f').config !== undefined);
  });
});
