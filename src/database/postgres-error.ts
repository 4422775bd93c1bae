// The one form of every message about the database: what failed, what the machine said, what a person can do.

/** `said` are words of Postgres or the system, already without secrets. */
export function postgresError(what: string, todo: string, said = ''): Error {
  const error = new Error([what, indent(said), `What to do: ${todo}`].filter(Boolean).join('\n'));
  error.name = 'DatabaseError';
  return error;
}

function indent(said: string): string {
  return said
    .split('\n')
    .filter(line => line.trim())
    .map(line => `  ${line.trimEnd()}`)
    .join('\n');
}
