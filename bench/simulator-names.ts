// Who and what is on the simulated GitHub.
export const OWNER = 'acme';
export const PERSON = 'maintainer';
