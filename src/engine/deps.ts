// What a turn is given: built once by compose.ts, handed down, never looked up.
import type { Logger } from 'pino';
import type { Board, Workshop } from '../board.ts';
import type { HostAgents } from '../config/agents-ready.ts';
import type { Past } from '../record.ts';
import type { Notification } from '../reports/notification.ts';
import type { Run } from '../store/run-row.ts';
import type { Store } from '../store/store.ts';
import type { Tools } from '../tools.ts';
import type { TurnDesk } from './desk.ts';
import type { Doing } from './doing.ts';
import type { Opened } from './view.ts';

export interface TurnDeps {
  store: Store;
  board: Board;
  /** The runner's side of a run. Calls are not durable by themselves. */
  workshop(run: Run): Workshop;
  /** The tools of one turn, not yet durable. `desk` shows progress and hears words. */
  tools(run: Run, turn: number): Promise<Omit<Tools, 'desk' | 'clock'>>;
  desk(run: Opened, past: Past): TurnDesk;
  /** What agents do just now. */
  doing: Doing;
  /** Tells the operator's channels of a terminal event (K17). Never fails. */
  notify(run: Run, notification: Notification): Promise<void>;
  settings: {
    sandbox: string;
    agents: HostAgents;
    /** `host:port` that setups may reach; absent = anywhere, as there are no walls. */
    setupHosts?: readonly string[] | undefined;
  };
  log: Logger;
}
