// The forms a secret takes in logs: plain, URL-, hex- and base64-encoded.

/** Squashing takes care of wrapped lines and of the escapes of JSON, HTML and Markdown; these are the forms left. */
export function encodings(secret: string): string[] {
  const bytes = Buffer.from(secret, 'utf8');
  const url = encodeURIComponent(secret.replace(/\p{Surrogate}/gu, '\ufffd'));
  const hex = bytes.toString('hex');
  return [...new Set([secret, url, url.replaceAll('%20', '+'), hex, hex.toUpperCase(), ...inBase64(bytes)])];
}

/**
 * A secret inside a longer base64 text (`x-access-token:…`) starts at any of three places in a group of four characters; the
 * characters it shares with its neighbours are left out.
 */
function inBase64(bytes: Buffer): string[] {
  return [0, 1, 2].flatMap(shift => {
    const padded = Buffer.concat([Buffer.alloc(shift), bytes]);
    const whole = padded.length - (padded.length % 3);
    const form = padded
      .subarray(0, whole)
      .toString('base64')
      .slice(shift === 0 ? 0 : 4);
    return form.length < 8 ? [] : [form, form.replaceAll('+', '-').replaceAll('/', '_')];
  });
}
