// GitHub's pages in GraphQL: `first` or `last` is needed, and a cursor says where to go on.
export interface Page {
  first?: number;
  last?: number;
  after?: string;
  before?: string;
}

const cursorOf = (index: number): string => Buffer.from(`cursor:${index}`).toString('base64');
const indexOf = (cursor: string): number => Number(Buffer.from(cursor, 'base64').toString().split(':')[1]);

export function connection<T>(all: T[], page: Page, shape: (item: T) => object): object {
  if (page.first === undefined && page.last === undefined) {
    throw Object.assign(new Error('You must provide a `first` or `last` value to properly paginate the connection.'), {
      type: 'MISSING_PAGINATION_BOUNDARIES',
    });
  }
  const from = page.after === undefined ? 0 : indexOf(page.after) + 1;
  const until = page.before === undefined ? all.length : indexOf(page.before);
  const start = page.last === undefined ? from : Math.max(from, until - page.last);
  const end = page.first === undefined ? until : Math.min(until, start + page.first);
  const empty = start >= end;
  return {
    nodes: all.slice(start, end).map(shape),
    totalCount: all.length,
    pageInfo: {
      hasNextPage: end < all.length,
      hasPreviousPage: start > 0,
      startCursor: empty ? null : cursorOf(start),
      endCursor: empty ? null : cursorOf(end - 1),
    },
  };
}
