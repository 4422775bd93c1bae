// The environment an operator would start the app with: a registered app, the agent, the walls round it.
import { createServer } from 'node:net';
import type { GitHub } from '../test/github/index.ts';
import type { Places } from './places.ts';
import { type DemoWalls, demoWalls } from './walls.ts';

const SECRET = 'the-demo-speaks-only-to-this-machine';

interface Wanted {
  places: Places;
  /** Files and folders outside the repository that its commands read. */
  reads?: readonly string[] | undefined;
  /** Command line of an agent of the user's own. */
  agent?: string | undefined;
}

/** Registers the app on the simulated GitHub, too. */
export async function environment(
  github: GitHub,
  repo: string,
  { places, reads = [], agent }: Wanted,
): Promise<DemoWalls> {
  const port = await freePort();
  const webhookUrl = `http://127.0.0.1:${port}/api/github/webhooks`;
  const { app, privateKey } = github.createApp({ id: 4711, slug: 'ultraloop', webhookUrl, webhookSecret: SECRET });
  github.install(app, repo);
  const { note, env: walls } = await demoWalls(places.data, agent === undefined ? 'scripted' : 'own');
  const env = {
    ...inherited(),
    APP_ID: String(app.id),
    PRIVATE_KEY: privateKey,
    WEBHOOK_SECRET: SECRET,
    GHE_HOST: new URL(github.url).host,
    GHE_PROTOCOL: 'http',
    PORT: String(port),
    ULTRALOOP_DATA: places.data,
    ULTRALOOP_GITHUB_PACE: 'off',
    ULTRALOOP_RUNS_PER_DAY_PER_PERSON: '1000',
    ULTRALOOP_RUNS_PER_DAY_PER_REPOSITORY: '1000',
    ULTRALOOP_AGENT: agent ?? [process.execPath, places.agent, places.script, '{promptFile}'].map(quoted).join(' '),
    DEMO_JOURNAL: places.journal,
    ...walls,
    ULTRALOOP_SANDBOX_READ: [walls.ULTRALOOP_SANDBOX_READ ?? '', ...reads].join(' ').trim(),
  };
  return { env, ...(note !== undefined && { note }) };
}

/** What programs need to run at all, and what the user says the agent may see; nothing else of the user's shell. */
function inherited(): NodeJS.ProcessEnv {
  const named = (process.env.ULTRALOOP_AGENT_ENV ?? '').split(/[\s,]+/).filter(Boolean);
  const names = ['PATH', 'HOME', 'USER', 'LANG', 'LC_ALL', 'TMPDIR', 'TZ', 'ULTRALOOP_AGENT_ENV', ...named];
  return Object.fromEntries(
    names.flatMap(name => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
  );
}

/** Spaces in a path, in the words of the agent's command line. */
const quoted = (part: string): string => part.replaceAll(' ', '\\ ');

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
