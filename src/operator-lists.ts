// Lists in the operator's variables: a mistake in one is an Error that says what to do.

/** Split at spaces and commas. */
export function words(text: string): string[] {
  return text.split(/[\s,]+/).filter(Boolean);
}

/** The port may be left out: it is 443. */
export function hostsOf(variable: string, hosts: string[]): string[] {
  const full = hosts.map(host => (/:\d+$/.test(host) ? host : `${host}:443`).toLowerCase());
  const bad = full.find(host => !/^(?:[a-z0-9.-]{1,253}|\[[0-9a-f:.]+\]):\d{1,5}$/.test(host));
  if (bad === undefined) return full;
  throw new Error(`${variable}: ${bad} is not a host and a port, such as api.example.com:443; * means nothing.`);
}

/** Full paths of files and folders, without a slash at their end; never the root. */
export function absolute(paths: string[]): string[] {
  const bad = paths.find(path => !path.startsWith('/') || path === '/');
  if (bad === undefined) return paths.map(path => path.replace(/\/+$/, ''));
  throw new Error(`ULTRALOOP_SANDBOX_READ: ${bad} is not the full path of a file or folder.`);
}
