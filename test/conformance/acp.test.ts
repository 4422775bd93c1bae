// Agents that speak the Agent Client Protocol. `npm run conformance`; AGENTS=gemini,codex-exec chooses.
import { conform } from './conform.ts';

await conform('acp');
