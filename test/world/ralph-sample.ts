// A small shop in three slices for the ralph loop: models, services, components, with tests of each slice and end-to-end tests over all.
import type { ExitCode } from '../../src/record.ts';
import type { Act, Script } from '../agents/scripted.ts';

export interface RalphScenario {
  about: string;
  /** Repository path → content. */
  files: Record<string, string>;
  issue: { title: string; body: string };
  script: Script;
  /** What the maintainer says each time the run waits with this exit, in order. */
  words?: { after: ExitCode; say: string }[];
  exit: ExitCode;
}

const config = (more = ''): string => `loop: ralph
auto_continue_minutes: 0
reviewers: [rosa]
ralph:
  typecheck: sh typecheck.sh
  tests: node tests/{slice}.js
  e2e: node e2e/checkout.js
${more}`;

const scope = {
  slices: [
    {
      id: 'slice-0',
      name: 'Money in cents',
      type: 'prefactor',
      layers: ['schema'],
      linear_id: 'SHOP-1',
      definition_of_done: ['A price such as 1.50 is 150 cents'],
    },
    {
      id: 'slice-1',
      name: 'Cart total',
      type: 'feature',
      layers: ['api'],
      linear_id: 'SHOP-2',
      definition_of_done: ['The total of a cart is the sum of its prices, in cents'],
    },
    {
      id: 'slice-2',
      name: 'Receipt',
      type: 'feature',
      layers: ['ui'],
      linear_id: 'SHOP-3',
      definition_of_done: ['A receipt shows each price and the total'],
    },
  ],
};

const typecheck = `find models services components -name '*.js' 2>/dev/null | while read -r file; do
  node --check "$file" || exit 1
done
`;

/** Says the same on every version of Node, unlike its own test runner. */
const checkHelper = `// A check prints one line of TAP and decides the exit code.
export function check(name, actual, wanted) {
  if (actual === wanted) return console.log(\`ok - \${name}\`);
  console.log(\`not ok - \${name}: expected \${JSON.stringify(wanted)}, got \${JSON.stringify(actual)}\`);
  process.exitCode = 1;
}
`;

const test = (from: string, name: string, body: string): string => `import { check } from '../check.js';
import { ${name} } from '${from}';

${body}`;

/** Repository path → content; `more` adds to them or, with undefined, leaves one out. */
export function ralphFiles(more: Record<string, string | undefined> = {}): Record<string, string> {
  const files = {
    'README.md': '# shop\n',
    'package.json': `${JSON.stringify({ name: 'shop', version: '1.0.0', type: 'module' }, null, 2)}\n`,
    '.github/ultraloop.yml': config(),
    '.github/CODEOWNERS': '* @rosa\n',
    'scope.json': `${JSON.stringify(scope, null, 2)}\n`,
    'grill-summary.md': '# Summary\n\nShop owners want receipts that add up.\n',
    'handoffs/plan-handoff.md': '# Plan\n\nMoney first, then the cart, then the receipt.\n',
    'typecheck.sh': typecheck,
    'check.js': checkHelper,
    'tests/slice-0.js': test('../models/money.js', 'cents', `check('a price in cents', cents('1.50'), 150);\n`),
    'tests/slice-1.js': test(
      '../services/cart.js',
      'total',
      `check('the sum of the prices', total(['1.50', '2.00']), 350);\n`,
    ),
    'tests/slice-2.js': test(
      '../components/receipt.js',
      'receipt',
      `check('shows the total', receipt(['1.50']).endsWith('1.50'), true);\n`,
    ),
    'e2e/checkout.js': test(
      '../components/receipt.js',
      'receipt',
      `check('Receipt: an empty cart', receipt([]), 'Total 0.00');
check('Receipt: two things', receipt(['1.50', '2.00']), '1.50\\n2.00\\nTotal 3.50');
`,
    ),
    ...more,
  };
  return Object.fromEntries(
    Object.entries(files).flatMap(([path, text]) => (text === undefined ? [] : [[path, text]])),
  );
}

export const RALPH_ISSUE = { title: 'Receipts that add up', body: 'Build the slices of `scope.json`.' };

const money = `export const cents = price => Math.round(Number(price) * 100);\n`;
const cart = `import { cents } from '../models/money.js';

export const total = prices => prices.reduce((sum, price) => sum + cents(price), 0);
`;
const cartWrong = cart.replace(', 0);', ', 1);');
const receipt = `import { total } from '../services/cart.js';

export function receipt(prices) {
  const sum = (total(prices) / 100).toFixed(2);
  return [...prices, \`Total \${sum}\`].join('\\n');
}
`;
/** Its own test is green all the same. */
const receiptWithoutTotal = receipt.replace(/`Total .*`/, 'sum');

const usage = { tokensIn: 9_000, tokensOut: 700, costUsd: 0.05 };

interface Entry {
  files?: string[];
  endpoints?: string[];
  tables?: string[];
  tests?: string;
  layers?: string[];
}
/** Writes files and answers with an entry that names them. */
export function builds(write: Record<string, string>, entry: Entry = {}): Act {
  const files = Object.keys(write);
  const full = { files, endpoints: [], tables: [], tests: '1 unit test', layers: [], ...entry };
  return { write, answer: { outcome: 'done', summary: `wrote ${files.join(', ')}`, entry: full, usage } };
}

const buildMoney = builds({ 'models/money.js': money }, { tables: ['prices'], layers: ['schema'] });
const buildCart = builds({ 'services/cart.js': cart }, { endpoints: ['GET /api/cart/total'], layers: ['api'] });
const buildCartWrong = builds({ 'services/cart.js': cartWrong }, { endpoints: ['GET /api/cart'], layers: ['api'] });
const buildReceipt = builds(
  { 'components/receipt.js': receipt },
  { layers: ['ui'], tests: '1 unit test, 2 end to end' },
);
const buildReceiptWithoutTotal = builds({ 'components/receipt.js': receiptWithoutTotal }, { layers: ['ui'] });

const honest: Script = { 'slice-0': buildMoney, 'slice-1': buildCart, 'slice-2': buildReceipt };

export const SHOP = { honest, cart, cartWrong, buildCart, buildCartWrong, buildReceipt, config };

const base = { files: ralphFiles(), issue: RALPH_ISSUE };

export const SCENARIOS: Record<string, RalphScenario> = {
  success: {
    ...base,
    about: 'three slices; the second fails its tests once and is mended in fresh context; end to end passes',
    script: { ...honest, 'slice-1-1': buildCartWrong },
    exit: 'SUCCESS',
  },
  'context-drift': {
    ...base,
    about: 'the account of the second slice is much thinner than the first: a person looks',
    script: { ...honest, 'slice-1': builds({ 'services/cart.js': cart }, { files: [], tests: 'done' }) },
    exit: 'CONTEXT_DRIFT',
  },
  'spec-drift': {
    ...base,
    about: 'a slice of the api writes a component; the maintainer approves it and its kept work goes on',
    script: {
      ...honest,
      'slice-1': builds(
        { 'services/cart.js': cart, 'components/banner.js': `export const banner = 'Sale';\n` },
        { endpoints: ['GET /api/cart/total'], layers: ['api', 'ui'] },
      ),
    },
    words: [{ after: 'SPEC_DRIFT', say: '/approve' }],
    exit: 'SUCCESS',
  },
  'inner-breaker': {
    ...base,
    about: 'a slice fails its tests three times: the circuit breaker, and nothing after it is begun',
    script: { ...honest, 'slice-1': buildCartWrong },
    exit: 'CIRCUIT_BREAKER',
  },
  'outer-retry': {
    ...base,
    about: 'end to end fails for one slice; only that one is built again, and end to end passes',
    script: { ...honest, 'slice-2': buildReceiptWithoutTotal, 'slice-2-outer': buildReceipt },
    exit: 'SUCCESS',
  },
  'outer-breaker': {
    ...base,
    about: 'end to end still fails after its one targeted retry',
    script: { ...honest, 'slice-2': buildReceiptWithoutTotal, 'slice-2-outer': buildReceiptWithoutTotal },
    exit: 'OUTER_BREAKER',
  },
  implement: {
    ...base,
    about: 'mode implement: one slice, inner loop only',
    files: ralphFiles({ '.github/ultraloop.yml': config('  mode: implement\n') }),
    script: honest,
    exit: 'SUCCESS',
  },
};
