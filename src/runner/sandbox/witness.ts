// Sees what model services refuse: the reason why an agent may have done nothing, which agents tell in many ways or not at all.
import type { IncomingHttpHeaders } from 'node:http';
import type { ModelTrouble } from '../../tools.ts';
import { resetTime } from './reset-time.ts';

export interface Answered {
  service: string;
  status: number;
  headers: IncomingHttpHeaders;
  /** As much of the body as was kept. Of an answer that came to its end. */
  body: string;
}
export interface Witness {
  /** What an answer means: a success takes back what was refused before it. */
  saw(answered: Answered, now: number): void;
  /** The service could not be reached, or broke off in the middle. */
  silent(service: string): void;
  capped(service: string, why: string): void;
  /** The last refusal that no success of the same service came after. */
  trouble(): ModelTrouble | undefined;
}

export function witness(): Witness {
  const last = new Map<string, ModelTrouble>();
  const put = (service: string, trouble: ModelTrouble | undefined): void => {
    last.delete(service); // the newest stands at the end
    if (trouble !== undefined) last.set(service, trouble);
  };
  return {
    saw(answered, now) {
      const { service, status } = answered;
      const trouble = troubleOf(answered, now);
      // A request the service calls wrong says nothing about whether it may be asked.
      if (trouble !== undefined || status < 300) put(service, trouble);
    },
    silent: service => put(service, { kind: 'overloaded', detail: `${service} does not answer`, source: 'proxy' }),
    capped: (service, why) => put(service, { kind: 'capped', detail: why, source: 'proxy' }),
    trouble: () => [...last.values()].at(-1),
  };
}

/** An account without credit is told with the status of other things; waiting does not help it. */
const NO_CREDIT = /insufficient_quota|billing_hard_limit|credit balance is too low/;

/** What stands in the way, or nothing. @param now milliseconds */
export function troubleOf({ service, status, headers, body }: Answered, now: number): ModelTrouble | undefined {
  if (status < 300) return streamed(service, body);
  const refused = (kind: ModelTrouble['kind'], why: string): ModelTrouble => {
    const until = kind === 'limited' || kind === 'overloaded' ? resetTime(headers, body, now) : undefined;
    const detail = `${service} answered ${status}, ${why}`;
    return { kind, detail, source: 'proxy', ...(until !== undefined && { until }) };
  };
  if (status === 402 || ((status === 400 || status === 429) && NO_CREDIT.test(body)))
    return refused('unauthorised', 'the account has no credit left');
  if (status === 401) return refused('unauthorised', 'it does not know the key');
  if (status === 403) return refused('unauthorised', 'the key may not do this');
  if (status === 429) return refused('limited', 'too many requests');
  return status >= 500 ? refused('overloaded', 'it could not serve the request') : undefined;
}

/** An error event inside an answer that began well. Words of a model cannot look like one: their lines are escaped. */
function streamed(service: string, body: string): ModelTrouble | undefined {
  const failed = /^event: ?(?:error|response\.failed)\r?\ndata:(.*)|^data: ?(\{"error": ?\{.*)/m.exec(body);
  if (failed === null) return undefined;
  const kind = /rate_limit/.test(failed[1] ?? failed[2] ?? '') ? 'limited' : 'overloaded';
  const why = kind === 'limited' ? 'too many requests' : 'it could not go on';
  return { kind, detail: `${service} broke its answer off, ${why}`, source: 'proxy' };
}
