import type { ReloadOptions } from '@mortise/host';

/** A reload that belongs to an edit: the record of the edit says whose it was. */
export const AFTER_EDIT: ReloadOptions = { by: { id: 'host' } };
