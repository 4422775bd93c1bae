// What the agents of this process do right now, for the status and the check run; it decides nothing, so nothing of it is kept.
import type { AgentActivity } from '../tools.ts';

export interface Doing {
  note(run: string, activity: AgentActivity): void;
  /** One line, outside text; undefined between agents. */
  of(run: string): string | undefined;
  forget(run: string): void;
}

export function openDoing(): Doing {
  const steps = new Map<string, string>();
  const plans = new Map<string, string>();
  return {
    note(run, { kind, title, files, plan }) {
      if (plan) plans.set(run, `plan ${plan.done} of ${plan.all}`);
      const named = files?.filter(file => !title.includes(file)).slice(0, 3) ?? [];
      if (kind !== 'message') steps.set(run, [title, ...named].filter(Boolean).join(' ').slice(0, 200));
    },
    of(run) {
      const parts = [plans.get(run), steps.get(run)].filter(Boolean);
      return parts.length === 0 ? undefined : parts.join(': ');
    },
    forget(run) {
      steps.delete(run);
      plans.delete(run);
    },
  };
}
