// A short question to every agent, one after the other, in a throwaway repository inside the sandbox.
import type { Crew } from '../runner/crew.ts';
import { dryTurn } from '../runner/dry-turn.ts';
import { bad, good, type Line, told } from './line.ts';

export async function dryTurnLines(crew: Crew, data: string): Promise<Line[]> {
  const lines: Line[] = [];
  for (const name of Object.keys(crew.book.agents)) lines.push(await tried(crew, data, name));
  return lines;
}

async function tried(crew: Crew, data: string, name: string): Promise<Line> {
  if (crew.sandbox.why !== undefined) return bad(`${name}: no trial without a sandbox`);
  try {
    const { wrong, ms } = await dryTurn(crew, data, name);
    const seconds = (ms / 1000).toFixed(1);
    return wrong === undefined
      ? good(`${name}: answered a trial in ${seconds} s`)
      : bad(`${name}: did not answer a trial (${seconds} s): ${wrong}`);
  } catch (error) {
    return bad(`${name}: could not be tried: ${told(error)}`);
  }
}
