// Reporters that print JSON: vitest and jest one object, `go test -json` and cargo one object a line.
import { type FailingTest, some, text } from './failing-test.ts';

type Fields = Record<string, unknown>;

/** `{"testResults":[{"assertionResults":[{"fullName","status","failureMessages"}]}]}` of `jest --json` and vitest. */
export function jestJson(output: string): FailingTest[] | undefined {
  if (!output.includes('"testResults"')) return undefined;
  const start = output.search(/^\{/m);
  const report = parsed(output.slice(start, output.lastIndexOf('}') + 1));
  return some(list(report?.testResults).flatMap(ofFile));
}

function ofFile(file: Fields): FailingTest[] {
  const failed = list(file.assertionResults).filter(({ status }) => status === 'failed');
  const tests = failed.map(one => ({ test: nameOf(one), message: text(strings(one.failureMessages)[0]) }));
  if (tests.length > 0 || file.status !== 'failed') return tests;
  return [{ test: text(file.name), message: text(file.message) }]; // the file did not even load
}

function nameOf({ ancestorTitles, title, fullName }: Fields): string {
  const names = [...strings(ancestorTitles), text(title)].filter(name => name !== '');
  return names.length > 0 ? names.join(' › ') : text(fullName);
}

/** `{"Action":"fail","Package","Test"}` lines of `go test -json`; a package counts only when none of its tests does. */
export function goJson(output: string): FailingTest[] | undefined {
  const events = lines(output).filter(event => typeof event.Action === 'string');
  const failed = events.filter(({ Action }) => Action === 'fail');
  const leaves = failed.filter(event => !failed.some(other => isInside(other, event)));
  return some(leaves.map(event => ({ test: goName(event), message: goMessage(events, event) })));
}

function isInside(inner: Fields, outer: Fields): boolean {
  if (inner === outer || inner.Package !== outer.Package) return false;
  return outer.Test === undefined ? inner.Test !== undefined : text(inner.Test).startsWith(`${text(outer.Test)}/`);
}

function goName({ Package, Test }: Fields): string {
  return [text(Package), text(Test)].filter(name => name !== '').join(' › ');
}

function goMessage(events: Fields[], { Package, Test }: Fields): string {
  const said = events.filter(e => e.Action === 'output' && e.Package === Package && e.Test === Test);
  const outputs = said.map(event => text(event.Output).trim());
  return outputs.find(line => line !== '' && !/^(?:===|---|PASS|FAIL|ok\b)/.test(line)) ?? '';
}

/** libtest's `{"type":"test","event":"failed"}` and the compiler's messages of `cargo --message-format=json`. */
export function cargoJson(output: string): FailingTest[] | undefined {
  return some(lines(output).flatMap(ofCargo));
}

function ofCargo(event: Fields): FailingTest[] {
  if (event.type === 'test' && event.event === 'failed')
    return [{ test: text(event.name), message: panic(text(event.stdout)) }];
  if (event.reason !== 'compiler-message') return [];
  const { level, code, message } = object(event.message);
  return level === 'error' ? [{ test: text(object(code).code) || 'compile', message: text(message) }] : [];
}

/** What stands after `thread '…' panicked at src/lib.rs:7:9:`. */
function panic(stdout: string): string {
  return /panicked at [^\n]*\n([^\n]*)/.exec(stdout)?.[1] ?? stdout;
}

function lines(output: string): Fields[] {
  const candidates = output.split('\n').filter(line => /^\s*\{.*\}\s*$/.test(line));
  return candidates.map(parsed).filter(event => event !== undefined);
}

function parsed(json: string): Fields | undefined {
  try {
    return object(JSON.parse(json));
  } catch {
    return undefined;
  }
}

const object = (value: unknown): Fields => (typeof value === 'object' && value !== null ? (value as Fields) : {});
const list = (value: unknown): Fields[] => (Array.isArray(value) ? value.map(object) : []);
const strings = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
