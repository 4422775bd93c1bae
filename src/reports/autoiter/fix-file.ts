// iter-N/fixes/FIX-nnn.md in the seed's form: the fix as YAML, in a fence nothing inside can close (C7).
import { Document, type Node, Scalar } from 'yaml';
import type { Fix } from '../../facts/autoiter.ts';
import { clean } from '../clean.ts';
import { fenced } from '../fence.ts';

export function fixFile(fix: Fix): string {
  const { id, kind, severity, fix_confidence, root_cause, reproduction_test, fix_outline, why_root_cause } = fix;
  const document = new Document({
    ...{ id, kind, severity, fix_confidence },
    root_cause: as(root_cause, Scalar.QUOTE_DOUBLE),
    reproduction_test: as(reproduction_test, Scalar.BLOCK_LITERAL),
    fix_outline: as(fix_outline, Scalar.QUOTE_DOUBLE),
    why_root_cause: as(why_root_cause, Scalar.QUOTE_DOUBLE),
    dependencies: fix.dependencies,
    uncertainty_tag: fix.uncertainty_tag,
  });
  const dependencies = document.get('dependencies', true) as Node & { flow?: boolean };
  dependencies.flow = true;
  const yaml = document.toString({ lineWidth: 0, flowCollectionPadding: false });
  return `# ${id}\n\n${fenced(yaml.trimEnd(), 'yaml')}\n`;
}

function as(outside: string, type: Scalar.BLOCK_LITERAL | Scalar.QUOTE_DOUBLE): Scalar<string> {
  const scalar = new Scalar(clean(outside));
  scalar.type = type;
  return scalar;
}
