import type { ToolDifference } from '../host-view/host-view.ts';
import { formatTable } from '../output/format-table.ts';

/** Differences as a table: `+` what became active, `-` what ceased to be, `~` the rest. */
export function formatDifferences(differences: readonly ToolDifference[]): string {
  if (differences.length === 0) return '  no difference';
  return formatTable(
    differences.map(({ tool, before, after, rules }) => [
      markOf(before, after),
      tool,
      before === after ? before : `${before} → ${after}`,
      ...(rules === undefined ? [] : [`rules: ${rules.before} → ${rules.after}`]),
    ]),
  );
}

/** The same as plain data, without the trace. */
export function listDifferences(differences: readonly ToolDifference[]): readonly object[] {
  return differences.map(({ tool, before, after, rules }) => ({
    ...{ tool, before, after },
    ...(rules === undefined ? {} : { rules }),
  }));
}

function markOf(before: string, after: string): string {
  if (after === 'active') return before === after ? '~' : '+';
  return before === 'active' ? '-' : '~';
}
