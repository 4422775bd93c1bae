// Takes out of a line what differs between two runs of the same failure: colours, places, addresses, hashes, times.

const NOISE: [RegExp, string][] = [
  [/\u001b(?:\[[0-9;?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)?)/g, ''],
  [/\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?/g, '<date>'],
  [/\b\d\d:\d\d:\d\d(?:[.,]\d+)?\b/g, '<time>'],
  [/\b[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\b/gi, '<id>'],
  [/\b0x[0-9a-f]+\b/gi, '<address>'],
  // Of a path its last part stays: temporary folders and machines differ.
  [/(?:\b[a-z][a-z+.-]*:\/\/)?(?:\b[A-Za-z]:)?(?:[\w.@~+-]*[\\/])+(?=[\w.@+-])/g, ''],
  // A word of letters only is no hash, a number is no hash.
  [/\b(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{7,64}\b/gi, '<hash>'],
  [/\(\d+,\s?\d+\)/g, ''],
  [/:\d+(?::\d+)?\b/g, ''],
  [/\b(?:line|column|col|ln) \d+\b/gi, 'line'],
  // One in quotes is a value, not a measurement.
  [
    /(?<!['"`.\d])\b(?:in |after )?\d+(?:[.,]\d+)?\s?(?:ms|milliseconds?|µs|us|ns|s|secs?|seconds?|mins?|minutes?)\b/gi,
    '<time>',
  ],
  [/\b(?:pid|process|port|thread)[ =:]+\d+\b/gi, '<pid>'],
  [/<(?:date|time)>(?:\s*<(?:date|time)>)*/g, '<time>'],
];

/** One line of at most 300 characters; the same for the same failure, also when normalised twice. */
export function normalise(line: string): string {
  return NOISE.reduce((text, [noise, word]) => text.replace(noise, word), line.slice(0, 2000))
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 300);
}

/** A test's own name says which it is: only colours and the machine's folders go. */
export function testName(name: string): string {
  return name
    .replace(/\u001b\[[0-9;?]*[A-Za-z]/g, '')
    .replace(/(^|\s)(?:file:\/\/)?(?:[A-Za-z]:)?[\\/](?:[^\s\\/]+[\\/])+/g, '$1')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 300);
}
