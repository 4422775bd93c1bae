// Every mistake of the configuration in one comment, with line and key (K13).
import { code, link, marked, table, text } from './markdown.ts';

export interface ConfigMistake {
  /** 1-based; absent when the mistake has no place. */
  line?: number;
  /** Path of the key, `blocks.me.unit`. */
  key: string;
  problem: string;
}

/** @param file where the configuration is: its path, and its address at the commit that was read */
export function configMistakes(
  mistakes: readonly ConfigMistake[],
  file: { path: string; url?: string },
  run: string,
): string {
  const rows = mistakes.map(({ line, key, problem }) => [
    line === undefined ? '-' : file.url ? link(String(line), `${file.url}#L${line}`) : String(line),
    code(key),
    text(problem),
  ]);
  const parts = [
    `## ✘ Not started: ${mistakes.length} ${mistakes.length === 1 ? 'mistake' : 'mistakes'} in ${code(file.path)}`,
    table([['Line', 'Key', 'Problem'], ...rows]),
    'Mend them on the default branch, then take the label off and put it on again, or say `/ultraloop`.',
  ];
  return marked(parts.join('\n\n'), run, 'config');
}
