import { storageOwner } from '@mortise/contracts';

/** Under which name an owner's values were stored before owners had sources: its id alone. */
export function legacyOwner(owner: string): string | undefined {
  const parts: unknown = JSON.parse(owner);
  const [id] = Array.isArray(parts) ? parts : [];
  return typeof id === 'string' ? storageOwner(id) : undefined;
}
