// Prints a table of agents and cases, each cell as it ended.
import type { Reporter, TestCase, TestModule } from 'vitest/node';

export default class Conformance implements Reporter {
  onTestCaseResult(test: TestCase): void {
    const { state, errors = [] } = test.result();
    const seconds = ((test.diagnostic()?.duration ?? 0) / 1000).toFixed(1);
    console.log(`${SIGNS[state]} ${test.parent.type === 'suite' ? test.parent.name : ''} ${test.name} ${seconds} s`);
    for (const { message } of errors) console.log(`    ${message.split('\n').slice(0, 15).join('\n    ')}`);
  }

  onTestRunEnd(modules: readonly TestModule[], errors: readonly { message: string }[]): void {
    const tests = modules.flatMap(module => [...module.children.allTests()]);
    const cases = [...new Set(tests.map(test => test.name))];
    const agentOf = (test: TestCase): string => (test.parent.type === 'suite' ? test.parent.name : '');
    const agents = [...new Set(tests.map(agentOf))];
    const failures = [...errors, ...modules.flatMap(module => module.errors())];
    for (const { message } of failures) console.log(`✘ ${message}`);
    const suites = modules.flatMap(module => [...module.children.allSuites()]);
    for (const suite of suites)
      for (const { message } of suite.errors()) console.log(`✘ ${suite.name}: ${message.slice(0, 500)}`);
    console.log(`\n${['agent'.padEnd(12), ...cases].join('  ')}`);
    for (const agent of agents) {
      const own = tests.filter(test => agentOf(test) === agent);
      const cells = cases.map(name => {
        const state = own.find(test => test.name === name)?.result().state ?? 'pending';
        return SIGNS[state].padEnd(name.length);
      });
      console.log([agent.padEnd(12), ...cells].join('  '));
    }
    const passed = tests.filter(test => test.result().state === 'passed').length;
    console.log(`conformance: ${passed} of ${tests.length} passed`);
  }
}

const SIGNS = { passed: '✔', failed: '✘', skipped: '●', pending: '●' } as const;
