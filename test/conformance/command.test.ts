// Agents that are one command a turn.
import { conform } from './conform.ts';

await conform('command');
