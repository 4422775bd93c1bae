// Holds a GraphQL request against the slice of GitHub's schema: the query, and the variables given for it.
import {
  buildSchema,
  GraphQLError,
  type GraphQLSchema,
  getOperationAST,
  getVariableValues,
  parse,
  validate,
} from 'graphql';
import { readSlice } from './description.ts';

let schema: GraphQLSchema | undefined;

export function gitHubSchema(): GraphQLSchema {
  schema ??= buildSchema(readSlice('schema.slice.graphql'));
  return schema;
}

export interface GraphqlRequest {
  query: string;
  variables: Record<string, unknown>;
  operationName?: string | undefined;
}

export function checkGraphql({ query, variables, operationName }: GraphqlRequest): string[] {
  const rules = gitHubSchema();
  try {
    const document = parse(query);
    const errors = validate(rules, document);
    if (errors.length > 0) return errors.map(error => error.message);
    const operation = getOperationAST(document, operationName);
    if (!operation) return ['there is no operation to run'];
    const declared = operation.variableDefinitions ?? [];
    const names = new Set(declared.map(item => item.variable.name.value));
    const strange = Object.keys(variables).filter(name => !names.has(name));
    const { errors: wrong = [] } = getVariableValues(rules, declared, variables);
    return [
      ...wrong.map(error => error.message),
      ...strange.map(name => `variable $${name} is given and not declared`),
    ];
  } catch (error) {
    if (error instanceof GraphQLError) return [error.message];
    throw error;
  }
}
