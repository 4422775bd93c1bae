// The settings that make our git deaf to what a hostile repository or machine says; the list is measured, change it with its test.
const SAFE = [
  // Nothing of the repository is run.
  ...['core.hooksPath=/dev/null', 'core.fsmonitor=false', 'core.sshCommand=/bin/false', 'diff.external='],
  ...['core.pager=cat', 'core.editor=/bin/false', 'credential.helper='],
  ...['commit.gpgSign=false', 'tag.gpgSign=false', 'push.gpgSign=false', 'gc.auto=0', 'maintenance.auto=false'],
  // Nothing outside it is read.
  ...['core.attributesFile=/dev/null', 'core.excludesFile=/dev/null', 'safe.bareRepository=explicit'],
  // A token goes where it was meant to go; a silent connection ends.
  ...['http.followRedirects=false', 'http.lowSpeedLimit=1000', 'http.lowSpeedTime=60'],
  // Names that other systems take for `.git` are refused.
  ...['core.protectHFS=true', 'core.protectNTFS=true'],
  // Repositories in the repository are not entered.
  ...['submodule.recurse=false', 'fetch.recurseSubmodules=no', 'push.recurseSubmodules=no'],
  ...['diff.ignoreSubmodules=all', 'status.submoduleSummary=false', 'diff.renames=false', 'core.quotePath=false'],
  // What is fetched is checked, but for old slips that are in the history of honest repositories.
  ...['fetch.fsckObjects=true', 'transfer.fsckObjects=true'],
  ...['zeroPaddedFilemode', 'badTimezone', 'missingSpaceBeforeDate'].map(slip => `fetch.fsck.${slip}=ignore`),
];

/** In front of every git command. */
export const HARD_SETTINGS: readonly string[] = SAFE.flatMap(setting => ['-c', setting]);

/** In the environment of every git command. */
export const HARD_VARIABLES: Readonly<Record<string, string>> = {
  HOME: '/nonexistent',
  LANG: 'C.UTF-8',
  LC_ALL: 'C.UTF-8',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_ATTR_NOSYSTEM: '1',
  GIT_TERMINAL_PROMPT: '0',
  GIT_ASKPASS: '/bin/false',
  SSH_ASKPASS: '/bin/false',
  GIT_OPTIONAL_LOCKS: '0',
  GIT_PROTOCOL_FROM_USER: '0',
  GIT_LITERAL_PATHSPECS: '1',
  GIT_NO_REPLACE_OBJECTS: '1',
  GIT_DEFAULT_REF_FORMAT: 'files',
};

/** Of our own environment, so that git works behind a company's proxy and certificate authority. */
export const PASSED_VARIABLES: readonly string[] = [
  ...['HTTPS_PROXY', 'HTTP_PROXY', 'NO_PROXY', 'https_proxy', 'http_proxy', 'no_proxy'],
  ...['SSL_CERT_FILE', 'SSL_CERT_DIR', 'GIT_SSL_CAINFO', 'CURL_CA_BUNDLE'],
];
