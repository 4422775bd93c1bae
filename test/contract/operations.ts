// Finds GitHub's operation for a method and a path.
import { follow, isNode, type Node } from './description.ts';

export interface Operation {
  id: string;
  path: string;
  method: string;
  node: Node;
  parameters: Node[];
}

export interface Match {
  operation: Operation;
  params: Record<string, string>;
}

interface Pattern {
  path: string;
  names: string[];
  exact: RegExp;
  greedy: RegExp | null;
}

// These may hold slashes. They are tried after every exact path.
const GREEDY = /^(path|ref|basehead|tree_sha|branch)$/;

export function createFinder(document: Node): (method: string, pathname: string) => Match | null {
  const paths = document.paths as Record<string, Node>;
  const patterns = Object.keys(paths)
    .map(toPattern)
    .sort((a, b) => (literals(a.path) < literals(b.path) ? -1 : 1));
  // `commits/{ref}/status` has to be tried before `commits/{ref}`.
  const longest = [...patterns].sort((a, b) => b.path.split('/').length - a.path.split('/').length);
  return (method, pathname) => {
    for (const kind of ['exact', 'greedy'] as const) {
      for (const pattern of kind === 'exact' ? patterns : longest) {
        const item = paths[pattern.path];
        const node = item?.[method.toLowerCase()];
        const found = pattern[kind]?.exec(pathname);
        if (!item || !isNode(node) || !found) continue;
        const params = Object.fromEntries(
          pattern.names.map((name, index) => [name, decodeURIComponent(found[index + 1] ?? '')]),
        );
        return { operation: toOperation(document, pattern.path, method, item, node), params };
      }
    }
    return null;
  };
}

function toOperation(document: Node, path: string, method: string, item: Node, node: Node): Operation {
  const declared = [item.parameters, node.parameters].flatMap(list => (Array.isArray(list) ? list : []));
  const parameters = declared.map(parameter => follow(document, parameter));
  return { id: String(node.operationId), path, method: method.toLowerCase(), node, parameters };
}

function toPattern(path: string): Pattern {
  const names = [...path.matchAll(/\{([^}]+)\}/g)].map(match => match[1] ?? '');
  const escaped = path.replace(/[.*+?^$()|[\]\\]/g, '\\$&');
  const regex = (part: (name: string) => string): RegExp =>
    new RegExp(`^${escaped.replace(/\{([^}]+)\}/g, (_, name: string) => part(name))}$`);
  const greedy = names.some(name => GREEDY.test(name)) ? regex(name => (GREEDY.test(name) ? '(.*)' : '([^/]+)')) : null;
  return { path, names, exact: regex(() => '([^/]+)'), greedy };
}

const literals = (path: string): string =>
  path
    .split('/')
    .map(part => (part.includes('{') ? '1' : '0'))
    .join('');
