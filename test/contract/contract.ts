// The judge of every exchange and delivery of a test run. Plug it into the simulator and expect no violations:
//   const contract = createContract();
//   const github = await startGitHub({ dir, ...contract });
//   … expect(contract.violations).toEqual([]);
import { checkGraphql, type GraphqlRequest } from './graphql.ts';
import { createOpenApi, type RestExchange } from './openapi.ts';
import { createWebhooks, type SentWebhook } from './webhooks.ts';

// `operationId` is null when the simulator has no route for the call.
type SentExchange = RestExchange & { operationId?: string | null };

export interface Contract {
  onExchange(exchange: SentExchange): void;
  onDelivery(delivery: SentWebhook): void;
  violations: string[];
  exchanges: number;
  deliveries: number;
}

// Once for all worlds of a process: a schema that is compiled stays so, and knows nothing of the world that met it first.
// The slices take 30 ms to read and ajv 100 ms to start, so only a run that needs one pays for it.
const rest = lazy(createOpenApi);
const webhooks = lazy(createWebhooks);

export function createContract(): Contract {
  function restErrors(exchange: SentExchange): string[] {
    const { operationId, errors } = rest()(exchange);
    const name = operationId ?? `${exchange.method} ${exchange.url}`;
    const unserved = operationId !== null && exchange.operationId === null ? ['the simulator does not serve this'] : [];
    return [...unserved, ...errors].map(error => `${name} (${exchange.status}): ${error}`);
  }

  const contract: Contract = {
    violations: [],
    exchanges: 0,
    deliveries: 0,
    onExchange(exchange) {
      contract.exchanges += 1;
      contract.violations.push(...(exchange.url === '/graphql' ? graphql(exchange) : restErrors(exchange)));
    },
    onDelivery(delivery) {
      contract.deliveries += 1;
      const name = delivery.action === null ? delivery.event : `${delivery.event}.${delivery.action}`;
      contract.violations.push(...webhooks()(delivery).map(error => `webhook ${name}: ${error}`));
    },
  };
  return contract;
}

function graphql({ requestBody, operationId }: SentExchange): string[] {
  const { query = '', variables = {}, operationName } = requestBody as Partial<GraphqlRequest>;
  return checkGraphql({ query, variables, operationName }).map(error => `${operationId ?? 'graphql'}: ${error}`);
}

function lazy<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
