// JUnit XML, the form most test runners can write; also with other output before and after it.
import { XMLParser } from 'fast-xml-parser';
import { type FailingTest, some } from './failing-test.ts';

/** Every element is a list, so that one test case and many look the same. Entities stay as they are: a bomb expands to nothing. */
const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  textNodeName: '#text',
  processEntities: false,
  parseTagValue: false,
  parseAttributeValue: false,
  isArray: (_name, _path, _leaf, isAttribute) => !isAttribute,
});

type Element = Record<string, unknown>;

export function junit(output: string): FailingTest[] | undefined {
  const start = output.search(/<testsuites?[\s>]/);
  const end = Math.max(output.lastIndexOf('</testsuites>'), output.lastIndexOf('</testsuite>'));
  if (start < 0 || end < start) return undefined;
  try {
    const document: unknown = parser.parse(output.slice(start, output.indexOf('>', end) + 1));
    return some(suites(document).flatMap(cases));
  } catch {
    return undefined;
  }
}

/** Suites may hold suites. */
function suites(element: unknown): Element[] {
  const inner = [...children(element, 'testsuites'), ...children(element, 'testsuite')];
  return inner.flatMap(suite => [suite, ...suites(suite)]);
}

function cases(suite: Element): FailingTest[] {
  return children(suite, 'testcase').flatMap(test => {
    const failure = [...children(test, 'failure'), ...children(test, 'error')][0];
    if (failure === undefined) return [];
    const names = [attribute(test, 'classname'), attribute(test, 'name')].filter(name => name !== '');
    return { test: names.join(' › '), message: attribute(failure, 'message') || attribute(failure, '#text', '') };
  });
}

function children(element: unknown, name: string): Element[] {
  const found = typeof element === 'object' && element !== null ? (element as Element)[name] : undefined;
  if (!Array.isArray(found)) return [];
  // An element that holds only text, or nothing, is read as that text.
  return found.map(child => (typeof child === 'object' && child !== null ? (child as Element) : { '#text': child }));
}

function attribute(element: Element, name: string, prefix = '@'): string {
  const value = element[`${prefix}${name}`];
  const only = Array.isArray(value) ? value[0] : value;
  return typeof only === 'string' ? unescaped(only) : '';
}

const ENTITIES: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'", '#10': '\n', '#xA': '\n' };

function unescaped(value: string): string {
  return value.replace(/&(lt|gt|amp|quot|apos|#10|#xA);/g, (_, name: string) => ENTITIES[name] ?? '');
}
