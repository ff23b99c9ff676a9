import { HIDEABLE, type HiddenLayers, type HideableLayer } from './launch-order.ts';

const VARIABLE = 'MORTISE_JAIL_HIDE';

/**
 * What the variable `MORTISE_JAIL_HIDE` takes away, to see how a machine without it does: names with
 * commas between them, or `all`. It can add nothing, and every report says that it was this variable.
 */
export function hiddenByTest(names: string = process.env[VARIABLE] ?? ''): HiddenLayers {
  const named = names.split(',').map((name) => name.trim());
  const layers = Object.keys(HIDEABLE) as HideableLayer[];
  const hidden = layers.filter((layer) => named.includes('all') || named.includes(layer));
  return Object.fromEntries(hidden.map((layer) => [layer, `hidden by ${VARIABLE}`]));
}
