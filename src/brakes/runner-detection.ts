// Words by which product code finds out that a test runner is watching (G5).

const SIGNS: [RegExp, string][] = [
  [/\bNODE_ENV\b.{0,20}\btest\b|\btest\b.{0,20}\bNODE_ENV\b/i, 'NODE_ENV=test'],
  [/\bJEST_WORKER_ID\b/, 'JEST_WORKER_ID'],
  [/\bVITEST(?:_\w+)?\b|\bimport\.meta\.vitest\b/, 'VITEST'],
  [/\bPYTEST_\w+\b|['"]pytest['"]\s+in\s+sys\.modules|\bunittest['"]\s+in\s+sys\.modules/, 'pytest'],
  [/\btesting\.Testing\(\)|flag\.Lookup\("test\./, 'a Go test binary'],
  [/\bcfg!\(\s*test\s*\)/, 'cfg!(test)'],
  [
    /\b(?:process\.argv|sys\.argv|os\.Args)\b.{0,60}(?:test|jest|vitest|mocha|pytest|spec)/i,
    'the runner’s name in argv',
  ],
  [/\b(?:env(?:iron)?|getenv|Getenv)\b.{0,12}\b(?:CI|GITHUB_ACTIONS|CONTINUOUS_INTEGRATION)\b/, 'a CI variable'],
  [/\bULTRALOOP_\w+/, 'a variable of the loop'],
  [
    /\b(?:global(?:This)?|window|self)\.(?:describe|it|jest|vi|mocha)\b|typeof\s+(?:describe|jest|vi|mocha)\b/,
    'a runner’s global',
  ],
];

/** What a line of code looks for, in words; undefined when it does not. A remark about a runner is no detection. */
export function runnerDetection(line: string): string | undefined {
  if (/^\s*(?:\/\/|\/?\*|#(?!\[|!)|--)/.test(line)) return undefined;
  return SIGNS.find(([sign]) => sign.test(line))?.[1];
}
