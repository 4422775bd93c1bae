// Makes outside text safe to store and show: valid Unicode, no terminal codes, nothing invisible that could hide or reorder words.

const TERMINAL = /\u001b(?:\[[0-9;:?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|[@-Z\\-_])/g;
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/g;
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\u2028\u2029\ufff9-\ufffb]/gu;
const LONE_SURROGATE = /\p{Surrogate}/gu;
// Our markers are how the app finds its own comments; outside text must not be able to carry one.
const MARKER = /<!--(?=\s*\/?\s*ultraloop)/gi;

/** Keeps tabs and line feeds; of a line rewritten with carriage returns, the last state. */
export function clean(text: string): string {
  return text
    .replace(TERMINAL, '')
    .split('\n')
    .map(lastState)
    .join('\n')
    .replace(CONTROL, '')
    .replace(LONE_SURROGATE, '\ufffd')
    .replace(INVISIBLE, '')
    .replace(MARKER, '<! --');
}

function lastState(line: string): string {
  return line.includes('\r') ? (line.split('\r').findLast(state => state !== '') ?? '') : line;
}

/** One line: all white space becomes single spaces. */
export function flat(text: string): string {
  return clean(text.replace(/\r/g, ' ')).replace(/\s+/g, ' ').trim();
}

/** At most `limit` code points, the last one an ellipsis when something was cut. */
export function clip(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const points = [...text];
  return points.length <= limit ? text : `${points.slice(0, limit - 1).join('')}…`;
}
