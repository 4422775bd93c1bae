// Text of outsiders on its way into a prompt: what people cannot see is taken out and counted, what is too long is cut in sight.
import { randomBytes } from 'node:crypto';
import { stripVTControlCharacters } from 'node:util';
import { HIDDEN_MARK, withoutComments, withoutHidden } from './hidden-markdown.ts';

export interface Cleaned {
  text: string;
  /** Hidden characters, escape sequences and HTML comments that were taken out. */
  hidden: number;
}

/** Control characters but tab and line feed, then marks, joiners, direction and variation characters, then the tag block. */
const HIDDEN =
  /[\x00-\x08\x0B-\x1F\x7F-\x9F\xAD]|[\u061C\u115F\u1160\u17B4\u17B5\u2028-\u202E\u2060-\u206F\u3164\uFEFF\uFFA0\uFFF0-\uFFFB]|\u034F|[\u180B-\u180F]|[\u200B-\u200F]|[\uFE00-\uFE0F]|[\u{E0000}-\u{E0FFF}]|\p{Default_Ignorable_Code_Point}/gu;

/** Takes out what a person reading the page would not have seen (SEC-18, SEC-19). `markdown` = people wrote it, not a program. */
export function cleanText(outside: string, markdown = false): Cleaned {
  const lines = outside.toWellFormed().replaceAll('\r\n', '\n').normalize('NFC');
  let hidden = 0;
  const count = (mark: string) => () => {
    hidden++;
    return mark;
  };
  const plain = stripVTControlCharacters(lines);
  if (plain.length < lines.length) hidden++;
  // Hidden characters first: they could break up a comment's own marks.
  const seen = plain.replace(HIDDEN, count(''));
  const text = (markdown ? withoutHidden : withoutComments)(seen, count(HIDDEN_MARK));
  return { text, hidden };
}

/** First and last part of a long text, cut on characters, with a note in between. Lengths in UTF-16 units. */
export function capText(text: string, cap: number): string {
  if (text.length <= cap) return text;
  const head = text.slice(0, Math.ceil(cap * 0.6)).replace(/[\uD800-\uDBFF]$/, '');
  const tail = text.slice(text.length - Math.floor(cap * 0.4)).replace(/^[\uDC00-\uDFFF]/, '');
  return `${head}\n[… ${text.length - head.length - tail.length} characters left out here …]\n${tail}`;
}

/** A fence nobody outside can know before; made once per prompt. */
export function newNonce(): string {
  return randomBytes(9).toString('hex');
}

/** Puts a text between two marks that carry the nonce; should the text hold the nonce all the same, it is broken up. */
export function fenceText(text: string, nonce: string): string {
  return `<<<data ${nonce}\n${text.replaceAll(nonce, '[nonce]')}\ndata ${nonce}>>>`;
}
