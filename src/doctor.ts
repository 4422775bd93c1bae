// Looks at an installation and says what is wrong with it, one line each: the settings, and every attempt at the sandbox's walls.
import { NO_AGENT } from './agent-book.ts';
import { dataDir } from './database/data-dir.ts';
import { chooseSandbox } from './runner/sandbox/choose.ts';
import { planOutside } from './runner/sandbox/plan-outside.ts';
import { readSettings, type Settings } from './settings.ts';

export interface Examined {
  lines: string[];
  /** Whether runs can work as things are. */
  healthy: boolean;
}
type Line = [sign: '✔' | '✘' | '●', text: string];

/** Starts nothing but the self-test; as root it makes the account of the agents, and the data folder, when they are not there. */
export async function doctor(env: NodeJS.ProcessEnv): Promise<Examined> {
  const { settings, mistakes } = read(env);
  const lines: Line[] = [
    ...mistakes.map((mistake): Line => ['✘', mistake]),
    ...(settings ? settled(settings) : []),
    ...(await walls(env, settings)),
  ];
  return {
    lines: lines.map(([sign, text]) => `${sign} ${text.trim().replaceAll('\n', '\n  ')}`),
    healthy: lines.every(([sign]) => sign !== '✘'),
  };
}

function read(env: NodeJS.ProcessEnv): { settings?: Settings; mistakes: string[] } {
  try {
    return { settings: readSettings(env), mistakes: [] };
  } catch (error) {
    return { mistakes: (error as Error).message.split('\n') };
  }
}

function settled({ agents: { agents }, dataDir: data }: Settings): Line[] {
  return [
    ['✔', `settings; data folder ${data}`],
    ...Object.values(agents).map(
      ({ name, command }): Line =>
        command[0] === NO_AGENT
          ? ['✘', 'ULTRALOOP_AGENT is not set: every run would say so']
          : ['✔', `agent: ${name}: ${command.filter(word => typeof word === 'string').join(' ')}`],
    ),
  ];
}

/** Also with mistakes elsewhere: whoever sets the app up has both before them. */
async function walls(env: NodeJS.ProcessEnv, settings: Settings | undefined): Promise<Line[]> {
  const word = env.ULTRALOOP_SANDBOX === 'unsafe-none' ? 'unsafe-none' : 'auto';
  const data = settings?.dataDir ?? dataDir(env);
  const gate = settings !== undefined && planOutside({ ...settings, book: settings.agents }, env).gate;
  const { sandbox, probes } = await chooseSandbox({ word, data, readable: settings?.sandboxRead ?? [], gate });
  if (sandbox.name === 'none')
    return [['●', 'no sandbox, as ULTRALOOP_SANDBOX=unsafe-none says: every report repeats it']];
  const { account, why } = sandbox;
  const verdict: Line = why === undefined ? ['✔', `sandbox: ${sandbox.name}`] : ['✘', `no sandbox, so no run: ${why}`];
  return [
    verdict,
    ...(account ? [['✔', `agents and checks run as ${account.name} (${account.uid})`] satisfies Line] : []),
    ...probes.map(({ ok, what }): Line => [ok ? '✔' : '✘', what]),
  ];
}
