// Templates that escapeHtml by themselves: only what is marked as HTML stays HTML.
export interface Html {
  readonly html: string;
}

export type Part = Html | string | number | null | false | undefined | Part[];

export const raw = (html: string): Html => ({ html });

export const escapeHtml = (text: string): string =>
  text
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/"/g, '&quot;')
    .replace(/'/g, '&#39;');

export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  return raw(strings.map((text, index) => text + show(parts[index])).join(''));
}

function show(part: Part): string {
  if (part === null || part === undefined || part === false) return '';
  if (Array.isArray(part)) return part.map(show).join('');
  return typeof part === 'object' ? part.html : escapeHtml(String(part));
}
