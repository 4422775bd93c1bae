// A scalar as people read it: at most four digits after the point, `none` where nothing was measured.

export function figure(scalar: number | null): string {
  if (scalar === null) return 'none';
  return String(Math.round(scalar * 10_000) / 10_000);
}
