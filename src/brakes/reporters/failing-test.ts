// One failing test as a reporter tells it: which test, and the first words of why.

export interface FailingTest {
  /** Names from the outermost suite to the test. */
  test: string;
  /** First lines of the failure, as the reporter wrote them. */
  message: string;
}

/** Finds the failing tests in a check's output; undefined when the output is not this reporter's or names none. */
export type Reporter = (output: string) => FailingTest[] | undefined;

/** Nothing found means that another reader may look: a failed check with no failing test failed for another reason. */
export function some(tests: FailingTest[]): FailingTest[] | undefined {
  return tests.length > 0 ? tests : undefined;
}

export function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
