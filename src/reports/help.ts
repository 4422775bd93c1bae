// The answer to `/help`: what can be said, and where (K1, K2).
import { code, marked, table } from './markdown.ts';

const WORDS: [string, string][] = [
  [
    '/ultraloop [loop] [target] [--max-iterations N]',
    'starts a run on this issue; so does the label `ultraloop`, or `ultraloop:<loop>`',
  ],
  ['/continue [words]', 'goes on at once; your words are pinned on top of the next iteration'],
  ['/finish', 'stops after the present stage, keeps and verifies what is there'],
  ['/abort [reason]', 'stops; the branch stays as it is'],
  ['/approve', 'confirms what the run asked about'],
  ['/status', 'shows where the run is'],
];

/** @param id the comment or delivery it answers */
export function help(id: string): string {
  const parts = [
    table([['Say', 'What it does'], ...WORDS.map(([word, does]) => [code(word), does])]),
    'First thing on a line of a comment, on the issue or the pull request. It needs write permission. An ordinary comment parks the run until `/continue`.',
  ];
  return marked(parts.join('\n\n'), 'help', id);
}
