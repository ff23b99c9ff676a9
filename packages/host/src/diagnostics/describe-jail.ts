import type { JailStatus } from '@mortise/sandbox';

/** What holds the processes of extensions, or granted programs, in one line for people. */
export function describeJail(
  { tier, state, layers }: JailStatus,
  who: 'extension' | 'program' = 'extension',
): string {
  if (state === 'unknown') return `jail ${tier}, tried when the first ${FIRST[who]} starts`;
  const entries = Object.entries(layers);
  const held = entries.filter(([, said]) => said === 'on').map(([layer]) => layer);
  const missing = describeMissing(entries.filter(([, said]) => said !== 'on'));
  if (state === 'on')
    return `in a jail of the kernel: ${held.join(', ')}${missing && `; ${missing}`}`;
  // Less than a jail, and still more than nothing: both must be said.
  const rest = held.length === 0 ? '' : `; these hold all the same: ${held.join(', ')}`;
  return `in no jail: ${missing}${rest}`;
}

const FIRST = { extension: 'process of an extension', program: 'granted program' } as const;

/** Several layers often lack the same thing. */
function describeMissing(entries: readonly (readonly [layer: string, said: string])[]): string {
  const reasons = new Map<string, string[]>();
  for (const [layer, said] of entries) {
    const reason = said.replace('off: ', '');
    reasons.set(reason, [...(reasons.get(reason) ?? []), layer]);
  }
  return [...reasons]
    .map(([reason, names]) => `without ${names.join(', ')} (${reason})`)
    .join('; ');
}
