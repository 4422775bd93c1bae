// Programs of an agent: functions of a test that node runs inside the sandbox, and what they told.
import type { Run } from '../../src/store/run-row.ts';
import type { Scene } from './scene.ts';

/**
 * A command of the shell that runs the function with these values and writes what it answers into a file of the worktree, as
 * JSON. Only the function's own text goes in: it can use nothing but what it is given and what node has.
 */
export function runs<Given>(what: (given: Given) => unknown, given: Given, file = 'told.json'): string {
  const place = JSON.stringify(file);
  const keep = `told => process.getBuiltinModule('fs').writeFileSync(${place}, JSON.stringify(told))`;
  const source = `Promise.resolve((${what})(${JSON.stringify(given)})).then(${keep}).then(() => process.exit(0))`;
  return `cat > /tmp/program.cjs <<'PROGRAM'\n${source}\nPROGRAM\nnode /tmp/program.cjs`;
}

/** What such a program told, from the run's branch. */
export async function toldBy<Told>(at: Scene, run: Run, file = 'told.json'): Promise<Told> {
  const said = (await at.branch(run))[file];
  if (said === undefined) throw new Error(`the agent told nothing: ${JSON.stringify(run.exit)}`);
  return JSON.parse(Buffer.from(said, 'latin1').toString('utf8')) as Told;
}
