// The branches of runs, `ultraloop/issue-<n>-<run>` (K5): only they are the app's business.

/** The issue's number in the name of a run's branch; undefined for any other branch. */
export function issueOfBranch(branch: string): number | undefined {
  const digits = /^ultraloop\/issue-([1-9]\d{0,9})-[A-Za-z0-9][\w.-]{0,99}$/.exec(branch)?.[1];
  return digits === undefined ? undefined : Number(digits);
}
