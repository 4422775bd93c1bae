// The demo's own agent may run without a sandbox where none can be had, and says so; somebody's own agent may not.
import { chooseSandbox } from '../src/runner/sandbox/choose.ts';

export interface DemoWalls {
  /** Added to the environment the app is started with. */
  env: NodeJS.ProcessEnv;
  /** What the person at the screen should know. */
  note?: string;
}

const PASSED = [
  ...['ULTRALOOP_SANDBOX', 'ULTRALOOP_SANDBOX_READ', 'ULTRALOOP_AGENT_HOSTS'],
  ...['ULTRALOOP_MODEL_RUN_REQUESTS', 'ULTRALOOP_MODEL_RUN_TOKENS'],
];

/** @param data the app's data folder, where the walls are tried. */
export async function demoWalls(data: string, agent: 'scripted' | 'own'): Promise<DemoWalls> {
  const env = Object.fromEntries(PASSED.flatMap(name => (process.env[name] ? [[name, process.env[name]]] : [])));
  if (agent === 'own' || env.ULTRALOOP_SANDBOX !== undefined) return { env };
  const { sandbox } = await chooseSandbox({ word: 'auto', data, readable: [] });
  if (sandbox.why === undefined) return { env };
  const note = `Without a sandbox, which is only for this demo's own agent: ${sandbox.why}`;
  return { env: { ...env, ULTRALOOP_SANDBOX: 'unsafe-none' }, note };
}
