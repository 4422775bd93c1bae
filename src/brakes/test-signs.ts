// Lines that make tests say less than they seem to, as seen in the wild: each sign, where it counts, and how it is told (SEC-50).
import { isTestFile } from './test-file.ts';

export interface Sign {
  what: string;
  where: (path: string) => boolean;
  line: RegExp;
}

const RUNNER =
  /(?:^|\/)(?:package\.json|[\w.-]*\.config\.\w+|\.?(?:jest|mocha|nyc|c8|ava)rc[\w.]*|pytest\.ini|tox\.ini|setup\.cfg|pyproject\.toml|noxfile\.py|\.coveragerc|Makefile|makefile|GNUmakefile|justfile|Rakefile|build\.gradle(?:\.kts)?|pom\.xml|[\w.-]+\.(?:mk|sh|bash))$/;

/** Files that say how tests are run. */
export const isRunnerFile = (path: string): boolean => RUNNER.test(path);
const isEither = (path: string): boolean => isTestFile(path) || isRunnerFile(path) || /setup/i.test(path);

export const SIGNS: readonly Sign[] = [
  {
    what: 'a test is skipped',
    where: isTestFile,
    line: /\b(?:it|test|describe|suite|context|bench)(?:\.\w+)*\.(?:skip|todo|failing|fails|skipIf)\b|\bx(?:it|test|describe)\s*\(|@pytest\.mark\.(?:skip|xfail)|\bpytest\.(?:skip|xfail)\(|@unittest\.(?:skip|expectedFailure)|@(?:Ignore|Disabled)\b|#\[ignore|\bt\.Skip(?:Now|f)?\(/,
  },
  {
    what: 'only some tests run',
    where: isTestFile,
    line: /\b(?:it|test|describe|suite|context)(?:\.\w+)*\.only\b|\bf(?:it|describe)\s*\(|^\s*only:\s*true/,
  },
  {
    what: 'a test script that cannot fail',
    where: isRunnerFile,
    line: /["'](?:pre|post)?(?:test|lint|check|typecheck|contract|unit|e2e)[\w:-]*["']\s*:\s*["']\s*(?:true|:|exit 0|echo\b[^&|;"']*)\s*["']/,
  },
  {
    what: 'a failure is swallowed',
    where: isRunnerFile,
    line: /\|\|\s*(?:true|:|exit 0|echo\b)|;\s*(?:true|exit 0)\s*["']?\s*,?$|--passWithNoTests|--pass-with-no-tests|passWithNoTests:\s*true|--exit-zero\b|\bset \+e\b/,
  },
  {
    what: 'the runner is made to end well',
    where: isEither,
    line: /\bprocess\.exit\(\s*0?\s*\)|\bprocess\.exitCode\s*=\s*0|\bos\._exit\(\s*0\s*\)|\bsys\.exit\(\s*0?\s*\)|session\.exitstatus\s*=\s*0/,
  },
  {
    what: 'tests are left out',
    where: isRunnerFile,
    line: /--deselect\b|--ignore(?:-glob)?[= ]|-k\s*["']?not\b|testPathIgnorePatterns|modulePathIgnorePatterns|--exclude[= ]/,
  },
  {
    // Before any test, and with whatever secrets CI gives to the installation (SEC-58).
    what: 'a script runs by itself when packages are installed',
    where: path => /(?:^|\/)(?:package|composer)\.json$/.test(path),
    line: /["'](?:(?:pre|post)?(?:install|prepare)|prepublish|dependencies|(?:pre|post)-(?:install|update|autoload)[\w-]*)["']\s*:\s*["'[]/,
  },
  {
    what: 'failing tests are tried again',
    where: isEither,
    line: /\bretryTimes\(|\bretries?["']?\s*[:=]\s*[1-9]|--retries[= ][1-9]|--reruns[= ]?[1-9]|@flaky\b/,
  },
];

/** One case of a test, and one assertion, in the languages agents meet most. */
export const CASE =
  /^\s*(?:it|test|Deno\.test)(?:\.\w+)*\s*\(|^\s*(?:async\s+)?def test_|^\s*func Test\w+\(|^\s*#\[(?:tokio::)?test\]|^\s*@(?:Test|ParameterizedTest)\b/;
export const ASSERTION = /\bexpect\s*\(|\bassert\w*[\s!.(]|\bt\.(?:Error|Fatal)\w*\(|\bshould\b|\brequire\.\w+\(t\b/;
/** Assertions that hold for nearly everything. */
export const WEAK =
  /\.(?:toBeTruthy|toBeDefined|toBeInstanceOf|not\.toBeNull|not\.toBeUndefined|not\.toThrow)\(|\bassert(?:\.ok)?\s*\(?\s*[Tt]rue\b|expect\(\s*true\s*\)|\bassertTrue\(\s*[Tt]rue\s*\)|\bassert(?:IsNotNone|NotNull|IsNotNull)\(|\bassert\.ok\(|\bassert \w+ is not None\b|expect\.any\w*\(/;
