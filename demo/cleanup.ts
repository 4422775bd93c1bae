// Takes back what was set up, the newest first, also when something of it fails.
export function cleanups() {
  const undos: (() => Promise<unknown>)[] = [];
  return {
    after: (undo: () => Promise<unknown>): void => void undos.push(undo),
    /** Answers what could not be taken back. */
    async run(): Promise<unknown[]> {
      const failures: unknown[] = [];
      for (let undo = undos.pop(); undo; undo = undos.pop()) await undo().catch(error => failures.push(error));
      return failures;
    },
  };
}
