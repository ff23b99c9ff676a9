/** How each state of a tool is called and coloured. The words are those of `mortise tools`. */
const STATES: Readonly<Record<string, readonly [word: string, tone: string]>> = {
  active: ['active', 'tone-good'],
  loadable: ['loadable', 'tone-lazy'],
  discoverable: ['discoverable', 'tone-lazy'],
  hidden: ['hidden', ''],
  needs_opt_in: ['needs opt-in', ''],
  not_allowed: ['not allowed', 'tone-warn'],
  denied: ['denied', 'tone-bad'],
  scope_incompatible: ['scope', 'tone-bad'],
  conflict: ['conflict', 'tone-bad'],
  unavailable: ['unavailable', 'tone-warn'],
  over_budget: ['over budget', 'tone-warn'],
  core_name_clash: ['name taken', 'tone-bad'],
  extension_id_clash: ['id taken', 'tone-bad'],
  extension_name_clash: ['name taken', 'tone-bad'],
  absent: ['absent', ''],
};

export function stateWord(state: string): string {
  return STATES[state]?.[0] ?? state;
}

export function stateTone(state: string): string {
  return STATES[state]?.[1] ?? '';
}

export function StateBadge({ state }: { readonly state: string }) {
  return <span class={`badge ${stateTone(state)}`}>{stateWord(state)}</span>;
}
