// The one workflow the engine knows. Registered once per process; what it does is set when the app is built.
import { DBOS } from '@dbos-inc/dbos-sdk';

let work: (run: string, turn: number) => Promise<void> = () => Promise.reject(new Error('the app is not built yet'));

const workflow = DBOS.registerWorkflow((run: string, turn: number) => work(run, turn), { name: 'turn' });

export function setTurn(turn: typeof work): void {
  work = turn;
}

/** The name of a turn's workflow. It is unique, so a turn is done once whoever starts it. */
export const turnId = (run: string, turn: number): string => `${run}/${turn}`;

/** Starts a turn in this process; a turn that has been started anywhere is not started again. */
export async function startTurn(run: string, turn: number): Promise<void> {
  await DBOS.startWorkflow(workflow, { workflowID: turnId(run, turn) })(run, turn);
}
