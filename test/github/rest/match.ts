// Finds the route of an address: exact ones first, and those whose last part may hold slashes last.
import type { Route } from './route.ts';

const GREEDY = /\{(path|ref|basehead|branch)\}$/;
const WIDE = /^(path|ref|basehead|branch)$/;

interface Pattern {
  route: Route;
  regex: RegExp;
  names: string[];
}

export type Find = (method: string, pathname: string) => { route: Route; params: Record<string, string> } | null;

export function createMatcher(routes: Route[]): Find {
  const patterns = routes.map(toPattern).sort((a, b) => rank(a.route.path) - rank(b.route.path));
  return (method, pathname) => {
    for (const { route, regex, names } of patterns) {
      if (route.method !== method) continue;
      const found = regex.exec(pathname);
      if (!found) continue;
      const params = Object.fromEntries(names.map((name, index) => [name, decodeURIComponent(found[index + 1] ?? '')]));
      return { route, params: { ...params, pathname } };
    }
    return null;
  };
}

function toPattern(route: Route): Pattern {
  const names: string[] = [];
  const source = route.path.replace(/[.]/g, '\\.').replace(/\{(\w+)\}/g, (_, name: string) => {
    names.push(name);
    return WIDE.test(name) ? '(.*)' : '([^/]+)';
  });
  return { route, regex: new RegExp(`^${source}$`), names };
}

const rank = (path: string): number => (GREEDY.test(path) ? 100 : 0) + (path.match(/\{/g)?.length ?? 0);
