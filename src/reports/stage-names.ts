// The stages of each loop in the order people see them: announced when an iteration begins, ticked off as it goes (C16).
import type { LoopName } from '../config/loop-name.ts';
import type { StageName } from '../record.ts';

export const STAGES_OF: Record<LoopName, StageName[]> = {
  ultraloop: ['execute', 'review', 'improve', 'contracts', 'freeze', 'report'],
  autonomous: ['execute', 'review', 'verify', 'debug', 'report'],
  ralph: ['execute', 'sentinel', 'gateway', 'e2e', 'freeze', 'report'],
  autoiter: ['kickoff', 'trigger', 'observe', 'triage', 'fix', 'rollback'],
};

export const STAGE_TITLES: Record<StageName, string> = {
  setup: 'Setup',
  execute: 'Execute',
  review: 'Review',
  improve: 'Improve',
  contracts: 'Contract tests',
  freeze: 'Freeze',
  guard: 'Guard',
  report: 'Report',
  verify: 'Verify',
  debug: 'Debug',
  sentinel: 'Sentinel',
  gateway: 'Gateway',
  e2e: 'End to end',
  discover: 'Discovery',
  prepare: 'Prepare',
  kickoff: 'Kickoff',
  trigger: 'Trigger',
  observe: 'Observe',
  triage: 'Triage',
  fix: 'Fix',
  rollback: 'Rollback',
};
