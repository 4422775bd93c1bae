// The text of the empty commit a run's branch begins with: a pull request needs a commit, and the trailer says whose branch it is.
import type { Spec } from '../spec.ts';

export function startMessage(spec: Pick<Spec, 'run' | 'issue'>): string {
  return `ultraloop: start on issue ${spec.issue}\n\nUltraloop-Run: ${spec.run}\n`;
}
