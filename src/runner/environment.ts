// The environment of children is made from nothing: only named variables of ours reach them (never a token or key by accident).
const ALWAYS = ['PATH', 'LANG', 'LC_ALL', 'TZ', 'TMPDIR'] as const;

/** Variables named in `allow` (besides PATH, language, time zone and TMPDIR) from `source`, and what `set` adds. */
export function cleanEnv(
  allow: readonly string[],
  set: Readonly<Record<string, string>> = {},
  source: Readonly<Record<string, string | undefined>> = process.env,
): Record<string, string> {
  const env: Record<string, string> = {};
  for (const name of [...ALWAYS, ...allow]) {
    const value = source[name];
    if (value !== undefined) env[name] = value;
  }
  return { ...env, ...set };
}
