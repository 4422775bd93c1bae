// Says which tests failed and ends with one line of numbers: `N passed, N failed, N skipped`.
// A test file that could not be loaded, and a step that failed without any test failing, count as one failure each.
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';

const [failedSteps = '0', ...reports] = process.argv.slice(2);
const read = reports.map(filesOf);
const files = read.flat();
const tests = files.flatMap(file => file.assertionResults.map(test => ({ ...test, file: relative('.', file.name) })));
const broken = files.filter(file => file.status === 'failed' && !file.assertionResults.some(isFailed));
const failedTests = tests.filter(isFailed);

for (const { file, fullName, failureMessages } of failedTests)
  console.log(`FAILED: ${file} > ${fullName}\n  ${firstLine(failureMessages[0])}`);
for (const { name, message } of broken) console.log(`FAILED: ${relative('.', name)}\n  ${firstLine(message)}`);

const passed = tests.filter(({ status }) => status === 'passed').length;
const inTests = failedTests.length + broken.length;
// Success needs tests: a report that is missing or empty is none.
const failed = inTests || Number(failedSteps) || read.filter(({ length }) => length === 0).length;
console.log(`${passed} passed, ${failed} failed, ${tests.length - passed - failedTests.length} skipped`);
process.exitCode = failed > 0 ? 1 : 0;

function filesOf(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8')).testResults;
  } catch {
    return [];
  }
}

function isFailed({ status }) {
  return status === 'failed';
}

function firstLine(message = '') {
  return message.split('\n')[0];
}
