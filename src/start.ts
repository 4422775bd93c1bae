// Starts the app as a process: settings, app, server, and an orderly end on SIGTERM and SIGINT.

import { compose } from './compose.ts';
import type { StepObserver } from './engine/step.ts';
import { createLog } from './log.ts';
import { refuseNested } from './nested.ts';
import { readSettings } from './settings.ts';
import { serve } from './web/server.ts';

/** A close that hangs must not keep a deploy waiting; what was not finished is resumed at the next start. */
const CLOSE_WITHIN_MS = 10_000;

export async function start(env: NodeJS.ProcessEnv, observe?: StepObserver): Promise<void> {
  refuseNested(env);
  const settings = readSettings(env);
  const log = createLog(settings.logLevel);
  const lost = (): void => {
    log.fatal('another process took over the work of this one: ending at once');
    process.exit(1);
  };
  const app = await compose(settings, log, { lost, ...(observe && { observe }) });
  const listening = await serve(app, settings);
  log.info({ url: listening.url, data: settings.dataDir, agents: Object.keys(settings.agents.agents) }, 'listening');
  process.send?.({ listening: listening.url });
  const end = async (signal: string): Promise<void> => {
    log.info({ signal }, 'ending: runs are resumed at the next start');
    setTimeout(() => process.exit(1), CLOSE_WITHIN_MS).unref();
    await listening.close();
    await app.close();
    process.exit(0);
  };
  process.once('SIGTERM', () => void end('SIGTERM'));
  process.once('SIGINT', () => void end('SIGINT'));
}
