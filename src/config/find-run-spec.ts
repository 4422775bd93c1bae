// Finds the YAML in a run-spec comment, also after a person edited it (C2).
import { fromMarkdown } from 'mdast-util-from-markdown';

/** The first fenced `yaml` block; undefined when an edit took it away. Never throws. */
export function findRunSpec(commentBody: string): string | undefined {
  const blocks = fromMarkdown(commentBody.slice(0, 100_000).replaceAll('\r\n', '\n')).children;
  const found = blocks.find(node => node.type === 'code' && /^ya?ml$/i.test(node.lang ?? ''));
  return found?.type === 'code' ? `${found.value}\n` : undefined;
}
