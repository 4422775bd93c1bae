// The last JSON a program printed: a report at the end of its output, among whatever else it says.

/** Places tried as an end and as a beginning, so that a log full of brackets costs no more than a short one. */
const ENDS = 10;
const STARTS = 200;

/** The outermost object or list that ends last; undefined when there is none. */
export function lastJsonIn(text: string): unknown {
  const ends = [...text.matchAll(/[}\]](?=[ \t\r]*(?:\n|$))/g)].map(({ index }) => index + 1);
  for (const end of ends.slice(-ENDS).reverse()) {
    const value = endingAt(text.slice(0, end));
    if (value !== undefined) return value;
  }
  return undefined;
}

/** Reports stand at the beginning of a line as a rule; the earliest from which everything is JSON is the outermost. */
function endingAt(text: string): unknown {
  return firstOf([...text.matchAll(/^[ \t]*(?=[[{])/gm)], text) ?? firstOf([...text.matchAll(/[[{]/g)], text);
}

function firstOf(starts: RegExpExecArray[], text: string): unknown {
  for (const { index } of starts.slice(-STARTS)) {
    const value = parsed(text.slice(index));
    if (value !== undefined) return value;
  }
  return undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
