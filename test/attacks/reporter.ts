// Prints how the attacks went: a line for each, and a last one with what passed of all and what reached the host.
import type { Reporter, TestCase, TestModule } from 'vitest/node';

export default class Attacks implements Reporter {
  onTestCaseResult(test: TestCase): void {
    const result = test.result();
    const sign = { passed: '✔', failed: '✘', skipped: '●', pending: '●' }[result.state];
    const why = result.state === 'skipped' ? ` (not tried: ${result.note ?? 'no reason given'})` : '';
    console.log(`${sign} ${test.name}${why}`);
    for (const error of result.errors ?? [])
      console.log(`    ${error.message.split('\n').slice(0, 12).join('\n    ')}`);
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const tests = modules.flatMap(module => [...module.children.allTests()]);
    for (const module of modules)
      for (const error of module.errors()) console.log(`✘ ${module.moduleId}: ${error.message}`);
    const attacks = tests.filter(test => test.meta().attack !== undefined);
    const numbers = new Set(attacks.map(test => test.meta().attack));
    const failed = new Set(attacks.filter(test => test.result().state !== 'passed').map(test => test.meta().attack));
    const reached = attacks.flatMap(test => test.meta().reached ?? []);
    for (const what of reached) console.log(`reached the host: ${what}`);
    console.log(`${numbers.size - failed.size} of ${numbers.size} attacks held off, host effects ${reached.length}`);
  }
}
