// Where in a YAML document a key or a value stands, through aliases and merged mappings.
import { type Document, isAlias, isMap, isScalar, isSeq, type Node, type Pair, visit } from 'yaml';

/** Offset of the value at a path, or of its key. Falls back to the nearest part that is there (a missing key: its mapping's key). */
export function locate(document: Document, path: readonly PropertyKey[], onKey: boolean): number {
  let node: unknown = document.contents;
  let place = start(node) ?? 0;
  for (const [depth, key] of path.entries()) {
    const found = child(resolve(node, document), key, document);
    if (!found) return place;
    const last = depth === path.length - 1;
    // An empty value has no place of its own worth pointing at, and what holds a missing key is best found by its name.
    const byKey = last ? onKey || isEmpty(found.value) : true;
    place = (byKey ? found.at : start(found.value)) ?? found.at ?? place;
    node = found.value;
  }
  return place;
}

/** Offset of the first alias whose anchor is not there; of the document when all of them are. */
export function locateBadAlias(document: Document): number {
  let place: number | undefined;
  visit(document, {
    Alias(_, alias) {
      if (alias.resolve(document)) return undefined;
      place = start(alias);
      return visit.BREAK;
    },
  });
  return place ?? start(document.contents) ?? 0;
}

interface Found {
  at: number | undefined;
  value: unknown;
}

function child(node: unknown, key: PropertyKey, document: Document): Found | undefined {
  if (isSeq(node)) {
    const value = typeof key === 'number' ? node.items[key] : undefined;
    return value === undefined ? undefined : { at: start(value), value };
  }
  if (!isMap(node)) return undefined;
  const pair = node.items.find(item => keyText(item) === String(key));
  if (pair) return { at: start(pair.key), value: pair.value };
  const merged = node.items.filter(item => keyText(item) === '<<').map(item => resolve(item.value, document));
  const sources = merged.flatMap(source => (isSeq(source) ? source.items : [source]));
  for (const source of sources) {
    const found = source === node ? undefined : child(resolve(source, document), key, document);
    if (found) return found;
  }
  return undefined;
}

// As it was written: the value of `<<` is a symbol.
const keyText = ({ key }: Pair): string | undefined => (isScalar(key) ? (key.source ?? String(key.value)) : undefined);

const resolve = (node: unknown, document: Document): unknown => (isAlias(node) ? node.resolve(document) : node);

const start = (node: unknown): number | undefined => (node as Node | null | undefined)?.range?.[0];

const isEmpty = (value: unknown): boolean => value === null || (isScalar(value) && value.source === '');
