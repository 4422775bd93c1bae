// What `ultraloop --help` prints: an example first.
export const HELP = `Examples
  ultraloop start              the app: webhooks in, pull requests out; settings come from the environment
  ultraloop show 84a7f2fd      a run's state and reports as Markdown, from the database of this host
  ultraloop schema > ultraloop.schema.json
                               the JSON Schema of .github/ultraloop.yml, for your editor
  ultraloop doctor --dry-turn  is everything as it must be, and does the agent answer?
  ultraloop prompt reviewer    what an agent is told in that role
  ultraloop demo               the whole thing on a simulated GitHub (from a checkout of the source)

Commands
  start          runs the app until SIGTERM; APP_ID, PRIVATE_KEY and WEBHOOK_SECRET are needed
  show [RUN]     one run; without RUN, which runs there are. Reads DATABASE_URL or the data folder (ULTRALOOP_DATA)
  doctor         looks at settings, agents, sandbox, git, database and GitHub; exit code 1 when runs could not work.
                 --dry-turn lets every agent answer a short question, which costs what that costs
  prompt ROLE    what an agent gets in a run's first iteration. --issue FILE: the task, its first line the title.
                 In a repository with .github/ultraloop.yml, its rules are those of that file
  schema         prints the JSON Schema of the configuration
  demo [...]     its own options: ultraloop demo --help

Options
  -h, --help     this text
  -V, --version  the version

Everything about operating it: docs/operating.md
`;
