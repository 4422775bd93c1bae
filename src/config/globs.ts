// How globs of the configuration select files: the same for the freeze, for blocks and for readiness.
import picomatch from 'picomatch';

/** Whether a path is selected. A glob also covers everything below what it matches, so `docs`, `docs/` and `docs/**` are the same. */
export function covers(globs: readonly string[]): (path: string) => boolean {
  // `s`: a file name with a line feed in it must not slip through `**`. `!` is not a negation here: nothing unfreezes.
  const options = { dot: true, nonegate: true, flags: 's' };
  const plain = globs.map(glob => glob.replace(/^(\.?\/)+/, '').replace(/\/+$/, '')).filter(glob => glob !== '');
  return picomatch(
    plain.flatMap(glob => [glob, `${glob}/**`]),
    options,
  );
}
