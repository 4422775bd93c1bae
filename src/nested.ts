// A start from inside a run is refused before anything is opened, so that the run it sits in is not touched (C1).

/** Throws when the environment says that a run is the ancestor of this process. */
export function refuseNested(env: NodeJS.ProcessEnv): void {
  const run = env.ULTRALOOP_ACTIVE;
  if (run === undefined || run === '') return;
  throw new Error(
    `nested_loop_call: this process was started by run ${run} (ULTRALOOP_ACTIVE is set), and a run cannot start runs. ` +
      'Nothing was opened and that run goes on. Start the app from a shell of its own.',
  );
}
