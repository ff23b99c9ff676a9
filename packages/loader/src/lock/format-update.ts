import type { UpdateChange, UpdateComparison } from './compare-update.ts';

/** The difference as an operator reads it before approving: one line per change. */
export function formatUpdate(id: string, comparison: UpdateComparison): string {
  const heading = {
    same: `${id}: nothing changed`,
    safe: `${id}: asks for nothing new`,
    needs_approval: `${id}: needs approval; the installed version stays until then`,
  }[comparison.status];
  return [heading, ...comparison.changes.map((change) => `  ${formatChange(change)}`)].join('\n');
}

function formatChange(change: UpdateChange): string {
  switch (change.kind) {
    case 'version':
      return `  version ${change.from} → ${change.to}`;
    case 'version_lowered':
      return `! version ${change.from} → ${change.to}, which is older`;
    case 'republished':
      return `! other contents under the same version ${change.version}`;
    case 'source':
      return `! comes from ${change.to}, not from ${change.from}`;
    case 'code':
      return '  code changed';
    case 'capability_wider':
      return `+ ${change.capability}: ${change.what}`;
    case 'capability_narrower':
      return `- ${change.capability}: ${change.what}`;
    case 'tool_added':
      return `+ tool ${change.tool}`;
    case 'tool_removed':
      return `- tool ${change.tool}`;
    case 'tool_changed':
      return `~ tool ${change.tool}: its definition changed`;
    default:
      return change satisfies never;
  }
}
