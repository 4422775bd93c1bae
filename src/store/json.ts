// Outside text may hold what Postgres cannot store in JSON: NUL and lone surrogates. They are replaced, never refused.

/** JSON that jsonb accepts, whatever strings are inside. */
export function toJson(value: unknown): string {
  return JSON.stringify(value, (_key, v: unknown) => (typeof v === 'string' ? storable(v) : v));
}

/** The same text with NUL and lone surrogates replaced by U+FFFD. */
export function storable(text: string): string {
  return text.toWellFormed().replaceAll('\u0000', '\uFFFD');
}

/** A deep copy that survives being stored: what a step returns now equals what a resumed turn reads later. */
export function asStored<T>(value: T): T {
  return value === undefined ? value : (JSON.parse(toJson(value)) as T);
}
