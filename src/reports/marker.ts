// The hidden marker at the end of a comment of ours, by which it is found again.

const MARKER = /\n*<!-- (ultraloop:[\w.:-]+) -->\s*$/;

/** `ultraloop:<run>:<key>` of a comment made by `marked`; throws for one that has none, which would be posted twice. */
export function markerOf(markdown: string): string {
  const marker = MARKER.exec(markdown)?.[1];
  if (!marker) throw new Error('a comment without a marker cannot be posted once');
  return marker;
}

/** The comment without its marker, to be put in front of another. */
export function withoutMarker(markdown: string): string {
  return markdown.replace(MARKER, '');
}
