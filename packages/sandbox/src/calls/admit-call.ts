import { refuse, type ToolOutcome } from '@mortise/contracts';
import type { Extension } from '../extensions/extension.ts';

/** The refusal of a call whose extension may not run now; undefined if it may. */
export function refuseBlocked(extension: Extension): ToolOutcome | undefined {
  if (extension.isRevoked)
    return refuse('extension_unavailable', `The extension ${extension.id} was unloaded.`);
  const blocked = extension.crashes.blocked();
  if (blocked === undefined) return undefined;
  const until = new Date(blocked.until).toISOString();
  if (blocked.state === 'quarantined') {
    return refuse(
      'extension_quarantined',
      `The extension ${extension.id} crashed ${extension.crashes.total} times and is quarantined until ${until}.`,
    );
  }
  return refuse(
    'extension_unavailable',
    `The extension ${extension.id} crashed and may run again at ${until}.`,
  );
}
