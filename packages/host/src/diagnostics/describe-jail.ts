import { ESSENTIAL_LAYERS } from '@mortise/processes';
import type { JailStatus } from '@mortise/sandbox';

/** What holds the processes of extensions, or granted programs, in one line for people. */
export function describeJail(
  { tier, state, layers }: JailStatus,
  who: 'extension' | 'program' = 'extension',
): string {
  if (state === 'unknown') return `jail ${tier}, tried when the first ${FIRST[who]} starts`;
  const entries = Object.entries(layers);
  const held = entries.filter(([, said]) => said === 'on').map(([layer]) => layer);
  const lacking = entries.filter(([, said]) => said !== 'on');
  if (state === 'off' && tier === 'required')
    return `no jail can be made, and one is required: ${describeDecisive({ layers })}`;
  const missing = describeMissing(lacking);
  if (state === 'on')
    return `in a jail of the kernel: ${held.join(', ')}${missing && `; ${missing}`}`;
  // Less than a jail, and still more than nothing: both must be said.
  const rest = held.length === 0 ? '' : `; these hold all the same: ${held.join(', ')}`;
  return `in no jail: ${missing}${rest}`;
}

const FIRST = { extension: 'process of an extension', program: 'granted program' } as const;

/** What keeps a required jail from being made, for people. */
export function describeDecisive({ layers }: Pick<JailStatus, 'layers'>): string {
  const lacking = Object.entries(layers).filter(([, said]) => said !== 'on');
  return describeMissing(lacking.filter(isDecisive(lacking)));
}

/** For want of what there is no jail, and what is missing for the same reason; the rest would keep nothing from starting. */
function isDecisive(lacking: readonly Entry[]): (entry: Entry) => boolean {
  const essential = new Set<string>(ESSENTIAL_LAYERS);
  const reasons = new Set(lacking.flatMap(([layer, said]) => (essential.has(layer) ? [said] : [])));
  return ([, said]) => reasons.has(said);
}

type Entry = readonly [layer: string, said: string];

/** Several layers often lack the same thing. */
function describeMissing(entries: readonly Entry[]): string {
  const reasons = new Map<string, string[]>();
  for (const [layer, said] of entries) {
    const reason = said.replace('off: ', '');
    reasons.set(reason, [...(reasons.get(reason) ?? []), layer]);
  }
  return [...reasons]
    .map(([reason, names]) => `without ${names.join(', ')} (${reason})`)
    .join('; ');
}
