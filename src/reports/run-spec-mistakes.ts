// Why an edited run spec was not locked: every mistake with its line in the YAML and its key (C2).
import type { ConfigMistake } from './config-mistakes.ts';
import { code, link, table, text } from './markdown.ts';

export function runSpecMistakes(mistakes: readonly ConfigMistake[], url: string): string {
  const rows = mistakes
    .slice(0, 50)
    .map(({ line, key, problem }) => [
      line === undefined ? '-' : String(line),
      code(key || 'the whole'),
      text(problem),
    ]);
  const count = `${mistakes.length} ${mistakes.length === 1 ? 'mistake' : 'mistakes'}`;
  return [
    `**Not locked: ${count} in the ${link('run spec', url)}.** Lines count from the first of its YAML.`,
    table([['Line', 'Key', 'Problem'], ...rows]),
    'Correct them in that comment, then say `/approve` again.',
  ].join('\n\n');
}
