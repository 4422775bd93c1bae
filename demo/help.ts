// The help of the demo: examples first.
import { LOOP_NAMES, type LoopName } from '../src/config/loop-name.ts';
import { LOOPS, scenarioNames } from './scenarios/loops.ts';

export function help(): string {
  return `Examples
  npm run demo                              a run in front of your eyes; its pages stay open for clicking
  npm run demo -- --once                    the same, ends by itself
  npm run demo -- --scenario crash --once   the app is killed twice and goes on
  npm run demo -- --loop autoiter --once    another loop, on a sample repository of its own
  npm run demo -- --once --json             numbers for a machine, as the last line
  npm run demo -- --repo ../mine --issue task.md --agent 'my-agent -p {promptFile}' --check 'npm test'
                                            your repository (a copy of it) and your agent; GitHub stays simulated

A simulated GitHub, the real app with its own database, and a scripted agent on a small repository that really fails its
tests. Nothing leaves this machine, and nothing stays: all of it lives in a temporary folder.

Scenarios by how they end; without --scenario NAME the loop's first one plays
${LOOP_NAMES.map(scenariosOf).join('\n')}

Options
  --once           end by itself instead of keeping the pages open
  --json           print numbers as the last line of output, progress on the error output; ends by itself
  --loop NAME      ${LOOP_NAMES.join(', ')}; ultraloop otherwise
  --scenario NAME  one of the loop's own, see above
  --keep           keep the temporary folder: app.log, the bare repository, the database
  --port N         port of the pages; a free one is taken otherwise
  -h, --help       this text

With your own repository
  --repo PATH      a local git repository; its branches are copied, it is never changed
  --issue FILE     the task: first line the title, the rest the text
  --agent COMMAND  the agent's command line; {promptFile}, {resultFile}, {cwd}, {role} are filled in, without {promptFile}
                   the prompt comes on standard input. It sees PATH and what ULTRALOOP_AGENT_ENV names, works in a
                   sandbox, and reaches the hosts of ULTRALOOP_AGENT_HOSTS. ULTRALOOP_SANDBOX=unsafe-none takes the walls away
  --loop NAME      the loop that works on it
  --check COMMAND  what must pass; written as \`checks\` into the copy's .github/ultraloop.yml. Detected otherwise

The numbers of --json
  restCallsPerIteration   REST and GraphQL calls from an iteration's beginning to its report, without those that answer
                          a comment, on average over the iterations that were not killed on the way
  restCalls, graphqlCalls every call from the app's start to the end of the run
  contractViolations      exchanges and webhooks that differ from GitHub's published schemas
  repeatedSteps           durable steps done again although their result was stored
  seconds, agentSeconds   from the label to the end of the run; of these, time agents worked

Exit codes: 0 ended as announced, 1 it did not, 2 wrong arguments, 130 Ctrl-C before the end.
`;
}

function scenariosOf(loop: LoopName): string {
  const { scenarios } = LOOPS[loop];
  const width = Math.max(...LOOP_NAMES.flatMap(scenarioNames).map(name => name.length));
  const lines = Object.entries(scenarios).map(
    ([name, { exit, about }]) => `  ${name.padEnd(width)}  ${exit}: ${about}`,
  );
  return [loop === 'ultraloop' ? 'ultraloop' : `--loop ${loop}`, ...lines].join('\n');
}
