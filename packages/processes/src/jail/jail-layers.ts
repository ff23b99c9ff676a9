/** What holds a process, layer by layer, outermost first. */
export const JAIL_LAYERS = [
  'mounts',
  'network',
  'user',
  'capabilities',
  'no_new_privileges',
  'files',
  'tcp',
  'signals',
  'system_calls',
  'limits',
  'ends_with_host',
] as const;

export type JailLayer = (typeof JAIL_LAYERS)[number];

/** What holds granted programs alone: runners start no processes and write no files. */
export const PROGRAM_LAYERS = ['processes', 'attributes'] as const;
export type ProgramLayer = (typeof PROGRAM_LAYERS)[number];

/** Without one of these a process that was taken over reaches the machine: there is no jail then. */
export const ESSENTIAL_LAYERS = ['no_new_privileges', 'files', 'system_calls'] as const;

/** What the launcher says of each layer: it was tried and holds, or why not. */
export type JailReport = { readonly [Layer in JailLayer]: LayerState } & {
  readonly [Layer in ProgramLayer]?: LayerState;
};

export type LayerState = 'on' | `off: ${string}`;

/** What keeps a report from being a jail; undefined if nothing does. */
export function findMissing(report: JailReport): string | undefined {
  const missing = ESSENTIAL_LAYERS.filter((layer) => report[layer] !== 'on');
  if (missing.length === 0) return undefined;
  return missing.map((layer) => `${layer} (${report[layer].replace('off: ', '')})`).join(', ');
}

/** A report that says the same of every layer. */
export function reportAll(state: LayerState): JailReport {
  return Object.fromEntries(JAIL_LAYERS.map((layer) => [layer, state])) as unknown as JailReport;
}

/** A report as it was passed on; undefined if it is none. */
export function readReport(value: unknown): JailReport | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const said = value as Partial<JailReport>;
  const isWhole = JAIL_LAYERS.every((layer) => isState(said[layer]));
  const ofPrograms = PROGRAM_LAYERS.filter((layer) => said[layer] !== undefined);
  return isWhole && ofPrograms.every((layer) => isState(said[layer]))
    ? (value as JailReport)
    : undefined;
}

function isState(value: unknown): value is LayerState {
  return value === 'on' || (typeof value === 'string' && value.startsWith('off: '));
}

/** `required`: nothing starts without a jail. `preferred`: where the machine can make one. */
export type JailTier = 'required' | 'preferred' | 'off';

/** What keeps processes from the machine. */
export interface JailStatus {
  readonly tier: JailTier;
  /** `unknown` before the first process has started. `on` if no essential layer is missing. */
  readonly state: 'unknown' | 'on' | 'off';
  /** By layer: it was tried and holds (`on`), or why not (`off: …`). Empty while unknown. */
  readonly layers: { readonly [layer: string]: string };
}
