// Which files are tests, by the names test runners look for (G1, G5).

const FOLDER = /(?:^|\/)(?:tests?|__tests__|specs?|e2e|contract|testdata|fixtures|__snapshots__|__mocks__)\//i;
const NAME =
  /(?:^|[._-])(?:test|tests|spec)\.[\w.]+$|(?:^|\/)(?:test_[^/]*|conftest)\.py$|_test\.\w+$|_spec\.rb$|(?:Tests?|IT|Spec)\.(?:java|kt|cs|scala|groovy|swift)$|\.(?:snap|feature)$/;

export function isTestFile(path: string): boolean {
  return FOLDER.test(path) || isTestName(path);
}

/** Whether runners find it by its name, in whatever folder. */
export function isTestName(path: string): boolean {
  return NAME.test(path);
}
