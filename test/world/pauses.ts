// How long to wait before asking again: what is long in coming is asked for less often, since asking takes the time of what is waited for.

const FIRST_MS = 20;
const LONGEST_MS = 100;

/** One waiting's pauses, each longer than the one before. */
export function pauses(): () => Promise<void> {
  let ms = FIRST_MS;
  return async () => {
    await new Promise(resolve => setTimeout(resolve, ms));
    ms = Math.min(ms * 1.25, LONGEST_MS);
  };
}
