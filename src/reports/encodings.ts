// The forms a secret takes in logs and Markdown: plain, escaped, wrapped over lines, URL-, hex- and base64-encoded.

/** Regular expressions (global) for every form of one secret, the plain one first. */
export function encodings(secret: string): RegExp[] {
  const bytes = Buffer.from(secret, 'utf8');
  const json = JSON.stringify(secret).slice(1, -1);
  const forms = [
    secret,
    encodeURIComponent(secret.replace(/\p{Surrogate}/gu, '\ufffd')),
    json,
    JSON.stringify(json).slice(1, -1),
    bytes.toString('hex'),
    bytes.toString('hex').toUpperCase(),
    ...inBase64(bytes),
  ];
  return [...new Set(forms)].map(loose);
}

/**
 * A secret inside a longer base64 text (`x-access-token:…`) starts at any of three places in a group of four characters; the
 * characters it shares with its neighbours are left out.
 */
function inBase64(bytes: Buffer): string[] {
  return [0, 1, 2].flatMap(shift => {
    const padded = Buffer.concat([Buffer.alloc(shift), bytes]);
    const whole = padded.length - (padded.length % 3);
    const from = shift === 0 ? 0 : 4;
    const form = padded.subarray(0, whole).toString('base64').slice(from);
    return form.length < 8 ? [] : [form, form.replaceAll('+', '-').replaceAll('/', '_')];
  });
}

/** Lets every character stand escaped as Markdown or HTML does, and lines be broken anywhere. */
function loose(form: string): RegExp {
  const gap = String.raw`(?:\\[rn]|\s){0,4}`;
  return new RegExp([...form].map(character => String.raw`\\?${oneOf(character)}`).join(gap), 'gu');
}

const NAMES: Record<string, string> = { '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot' };

function oneOf(character: string): string {
  const plain = character.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&').replace(/\s/g, '\\s');
  if (/[\p{L}\p{N}]/u.test(character)) return plain;
  const name = NAMES[character];
  return `(?:${plain}|&#${character.codePointAt(0)};${name ? `|&${name};` : ''})`;
}
