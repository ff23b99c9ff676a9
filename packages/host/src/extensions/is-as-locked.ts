import type { ToolDescription } from '@mortise/contracts';
import { definitionHash, type LockedExtension } from '@mortise/loader';

/** Whether code registered exactly the definitions that the lock file pins. */
export function isAsLocked(
  { definitions }: LockedExtension,
  tools: readonly ToolDescription[],
): boolean {
  const locked = new Map(Object.entries(definitions));
  return (
    locked.size === tools.length &&
    tools.every((tool) => locked.get(tool.name) === definitionHash(tool))
  );
}
