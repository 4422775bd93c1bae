// How deeply a YAML text is nested, asked before it is parsed: the parser recurses, and a few kilobytes of `{` end the whole process.
import { Lexer } from 'yaml';

/** Far more than a configuration needs, far less than any parser minds. */
export const MAX_DEPTH = 30;

/** Offset of the first place nested deeper than allowed, counting brackets, indicators on one line (`- - -`) and indentation. */
export function tooDeepAt(text: string): number | undefined {
  let offset = 0;
  let brackets = 0;
  let marks = 0;
  for (const token of new Lexer().lex(text)) {
    if (token === '[' || token === '{') brackets++;
    else if (token === ']' || token === '}') brackets = Math.max(0, brackets - 1);
    else if (token.includes('\n')) marks = 0;
    else if (MARKS.has(token)) marks++;
    const indented = token.length > MAX_INDENT && /^ +$/.test(token);
    if (brackets > MAX_DEPTH || marks > MAX_DEPTH || indented) return offset;
    // The lexer's own marks (\x02 document, \x1f scalar, \x18 flow error) are not in the text.
    if (!LEXER_MARKS.has(token)) offset += token.length;
  }
  return undefined;
}

const MARKS = new Set(['-', '?', ':']);
const MAX_INDENT = 200;
const LEXER_MARKS = new Set(['\x02', '\x1f', '\x18', '\x19']);
