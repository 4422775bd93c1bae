// Shapes of well-known secrets, for those the app does not hold itself: a test's fixture, a key an agent found somewhere. They are looked
// for in megabytes that somebody may have written to keep the app busy: each is found in one pass.

/** Underscores and hyphens may stand escaped, as Markdown does. */
export const PATTERNS: readonly RegExp[] = [
  // GitHub: installation tokens are opaque, about 520 characters with dots, hyphens and underscores.
  /\bgh[a-z]\\?_[A-Za-z0-9](?:[A-Za-z0-9._-]|\\[._-]){15,}/g,
  /\bgithub\\?_pat\\?_(?:\w|\\_){20,}/g,
  // AWS access keys, and secret keys where they are named.
  /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/g,
  /(?<=aws\\?_secret\\?_access\\?_key["']?\s{0,4}[:=]\s{0,4}["']?)[A-Za-z0-9/+]{40}/gi,
  // Keys of model providers, and Slack tokens.
  /\bsk-(?:[A-Za-z0-9_-]|\\[_-]){20,}/g,
  /\bxox[a-z]-(?:[A-Za-z0-9-]|\\-){10,}/g,
  // JSON Web Tokens: two or three base64url parts, the first two JSON objects. One begins at the first `eyJ` of a word and at no later
  // one, else a word of nothing else would be read to its end from each.
  /eyJ(?<!eyJ[\w\\-]*?eyJ)(?:[A-Za-z0-9_-]|\\_){8,}\.eyJ(?:[A-Za-z0-9_-]|\\_){8,}(?:\.(?:[A-Za-z0-9_-]|\\_)*)?/g,
  // PEM blocks, which hold no other block's beginning; then those whose end was cut off.
  /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----(?:(?!-----BEGIN)[\w+/=\s\\:,.()-]){0,20000}?-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/g,
  /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----(?:(?:\s|\\[nr]){1,4}[A-Za-z0-9+/=]{16,})*/g,
  // Name and password in a URL.
  /(?<=\b[a-z][a-z0-9+.-]{1,20}:\/\/)[^\s/@:]{0,200}:[^\s/@]{1,600}(?=@)/gi,
];
