// CODEOWNERS: who owns which files; the last line that matches a file wins, as on GitHub.
import ignore from 'ignore';

export interface Owners {
  users: string[];
  teams: string[];
}

/** Owners of the files by a CODEOWNERS text. E-mail owners are left out: they cannot be asked for review. */
export function ownersOf(text: string, files: string[]): Owners {
  const rules = text.split('\n').flatMap(rule);
  const names = new Set(files.flatMap(file => rules.findLast(({ covers }) => covers(file))?.owners ?? []));
  const handles = [...names].filter(name => name.startsWith('@')).map(name => name.slice(1));
  return {
    users: handles.filter(name => !name.includes('/')),
    teams: handles.filter(name => name.includes('/')).map(name => name.slice(name.indexOf('/') + 1)),
  };
}

function rule(line: string): { covers: (file: string) => boolean; owners: string[] }[] {
  const [pattern, ...owners] = line
    .replace(/(^|\s)#.*$/, '')
    .trim()
    .split(/\s+/);
  if (!pattern || pattern.startsWith('!') || pattern.startsWith('[')) return [];
  const matcher = ignore().add(pattern);
  return [{ covers: file => matcher.ignores(file), owners }];
}
