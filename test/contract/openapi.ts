// Holds one REST exchange against GitHub's own OpenAPI description. Stricter than GitHub where GitHub hides typos:
// an unknown query parameter or body property is ignored there, and an error here.
import { Ajv, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import { addGitHubFormats, allowNulls, follow, isNode, type Node, pointer, QUICK, readSlice } from './description.ts';
import { createFinder, type Operation } from './operations.ts';

export interface RestExchange {
  method: string;
  url: string; // path and query, without /api/v3
  requestBody?: unknown;
  status?: number;
  responseBody?: unknown;
  responseType?: string;
}

interface Verdict {
  operationId: string | null;
  errors: string[];
}

export type CheckRest = (exchange: RestExchange) => Verdict;

const ID = 'github://openapi';

// GitHub answers these anywhere without writing them down for each operation.
const ANYWHERE = new Set([304, 401, 403, 404, 409, 410, 422, 429]);

// Faults of the description, not of an answer: the first joins a user and an enterprise with allOf (GitHub's own example
// breaks it too), the second offers two schemas of which any error fits both.
const QUIRKS = [
  /^apps\/(list-installations|get-\w*-?installation) response(\/\d+)?\/account/,
  /^repos\/(create-or-update-file-contents|delete-file) response must match exactly one schema in oneOf/,
];

export function createOpenApi(): CheckRest {
  const document = JSON.parse(readSlice('openapi.slice.json')) as Node;
  allowNulls(document.paths);
  allowNulls(document.components);
  const ajv = new Ajv(QUICK);
  addFormats.default(ajv);
  addGitHubFormats(ajv);
  ajv.addSchema({ $id: ID, components: document.components, paths: document.paths });
  const find = createFinder(document);
  const compiled = new Map<string, ValidateFunction>();

  // Compiling is the costly part, so each schema waits until it is first met.
  function errorsOf(at: string, where: string, value: unknown): string[] {
    const validate = compiled.get(at) ?? ajv.compile({ $ref: `${ID}#${at}` });
    compiled.set(at, validate);
    if (validate(value)) return [];
    return (validate.errors ?? []).map(error => {
      const allowed = error.params.allowedValues === undefined ? '' : ` ${JSON.stringify(error.params.allowedValues)}`;
      return `${where}${error.instancePath} ${error.message}${allowed}`;
    });
  }

  function checkParameters(operation: Operation, params: Record<string, string>, query: URLSearchParams): string[] {
    return operation.parameters.flatMap((parameter, index) => {
      const { name, in: place, required } = parameter as { name: string; in: string; required?: boolean };
      const raw = place === 'path' ? params[name] : place === 'query' ? query.get(name) : undefined;
      if (typeof raw === 'string') return checkParameter(operation, index, parameter, raw);
      return required && place !== 'header' ? [`request.${place}.${name} is missing`] : [];
    });
  }

  function unknownQuery(operation: Operation, query: URLSearchParams): string[] {
    const known = new Set(
      operation.parameters.filter(item => item.in === 'query').map(item => bare(String(item.name))),
    );
    const strange = [...query.keys()].filter(key => !known.has(bare(key)));
    return strange.map(key => `request.query.${key} is not a parameter of ${operation.id}`);
  }

  function checkParameter(operation: Operation, index: number, parameter: Node, raw: string): string[] {
    const schema = follow(document, parameter.schema);
    const own = operation.node.parameters as Node[];
    const reference = own[index]?.$ref;
    const at =
      typeof reference === 'string'
        ? `${reference.slice(1)}/schema`
        : pointer('paths', operation.path, operation.method, 'parameters', index, 'schema');
    return errorsOf(at, `request.${parameter.in}.${parameter.name}`, convert(schema, raw));
  }

  function checkBody(operation: Operation, body: unknown): string[] {
    const wanted = follow(document, operation.node.requestBody);
    const content = isNode(wanted.content) ? wanted.content['application/json'] : undefined;
    if (!isNode(content)) return body === undefined ? [] : [`request.body is not wanted by ${operation.id}`];
    if (body === undefined) return wanted.required === true ? ['request.body is missing'] : [];
    const at = pointer(
      'paths',
      operation.path,
      operation.method,
      'requestBody',
      'content',
      'application/json',
      'schema',
    );
    return [...errorsOf(at, 'request.body', body), ...unknownProperties(operation, content.schema, body)];
  }

  function unknownProperties(operation: Operation, schema: unknown, body: unknown): string[] {
    if (!isNode(body)) return [];
    const known = propertiesOf(document, schema);
    if (known.size === 0) return [];
    const strange = Object.keys(body).filter(key => !known.has(key));
    return strange.map(key => `request.body.${key} is not a property of ${operation.id}`);
  }

  function checkAnswer(operation: Operation, exchange: RestExchange): string[] {
    const { status, responseBody, responseType = 'application/json' } = exchange;
    if (status === undefined) return [];
    const responses = operation.node.responses as Record<string, Node>;
    const documented = responses[String(status)];
    if (!documented) {
      if (ANYWHERE.has(status)) return [];
      return [`response.status ${status} is not documented (documented: ${Object.keys(responses).join(', ')})`];
    }
    const content = follow(document, documented).content;
    const json = isNode(content) && 'application/json' in content;
    if (!json || responseBody === undefined || !/\/json/.test(responseType)) return [];
    const base =
      typeof documented.$ref === 'string'
        ? documented.$ref.slice(1)
        : pointer('paths', operation.path, operation.method, 'responses', status);
    return errorsOf(`${base}${pointer('content', 'application/json', 'schema')}`, 'response', responseBody);
  }

  return exchange => {
    const url = new URL(exchange.url, 'http://github');
    const match = find(exchange.method, url.pathname);
    if (!match)
      return { operationId: null, errors: [`there is no GitHub operation ${exchange.method} ${url.pathname}`] };
    const { operation, params } = match;
    const all = [
      ...checkParameters(operation, params, url.searchParams),
      ...unknownQuery(operation, url.searchParams),
      ...checkBody(operation, exchange.requestBody),
      ...checkAnswer(operation, exchange),
    ];
    const errors = all.filter(error => !QUIRKS.some(quirk => quirk.test(`${operation.id} ${error}`)));
    return { operationId: operation.id, errors };
  };
}

const bare = (name: string): string => name.replace(/\[\]$/, '');

function convert(schema: Node, raw: string): unknown {
  const types = [schema.type].flat();
  if (types.includes('integer') || types.includes('number')) return Number(raw);
  if (types.includes('boolean') && (raw === 'true' || raw === 'false')) return raw === 'true';
  return raw;
}

function propertiesOf(document: Node, schema: unknown, found = new Set<string>()): Set<string> {
  const node = follow(document, schema);
  if (isNode(node.properties)) for (const key of Object.keys(node.properties)) found.add(key);
  for (const kind of ['anyOf', 'oneOf', 'allOf']) {
    const parts = node[kind];
    if (Array.isArray(parts)) for (const part of parts) propertiesOf(document, part, found);
  }
  return found;
}
