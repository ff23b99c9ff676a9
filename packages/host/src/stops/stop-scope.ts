import { STOP_SCOPES, type StopScope } from '@mortise/contracts';

/** A word that this program does not know may mean more than it can tell: everything is stopped. */
export function interpretScope(written: unknown): StopScope {
  return typeof written === 'string' && Object.hasOwn(STOP_SCOPES, written)
    ? (written as StopScope)
    : 'all';
}
