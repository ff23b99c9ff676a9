/**
 * What is measured of the host's process, once: what it means, how it is printed, and by how much its
 * floor may grow. `perHour` is judged in a soak that is long enough to show it, `gross` in all.
 */
export const FIGURES = {
  rss: { ...{ unit: 'MB', perHour: 5, gross: 250 }, about: 'resident memory' },
  anonymous: { ...{ unit: 'MB' }, about: 'of it, not backed by files' },
  heap: { ...{ unit: 'MB' }, about: "V8's heap in use" },
  live: {
    ...{ unit: 'MB', perHour: 5, gross: 80 },
    about: 'of it, after the last full collection',
  },
  heapTotal: { ...{ unit: 'MB' }, about: "V8's heap, reserved" },
  external: {
    ...{ unit: 'MB', gross: 100 },
    about: 'memory outside, owned by objects in the heap',
  },
  buffers: { ...{ unit: 'MB' }, about: 'of it, array buffers' },
  descriptors: { ...{ unit: '', flat: 2, gross: 20 }, about: 'open descriptors' },
  timers: { ...{ unit: '', flat: 2, gross: 20 }, about: 'timers that keep the process alive' },
  listeners: {
    ...{ unit: '', flat: 4, gross: 300 },
    about: 'of the process, its handles, the caller',
  },
  loopP99: { ...{ unit: 'ms' }, about: "99th percentile of the event loop's delay" },
  collections: { ...{ unit: '' }, about: 'full collections so far' },
} as const satisfies Readonly<Record<string, Figure>>;

export interface Figure {
  readonly unit: 'MB' | 'ms' | '';
  /** Most growth per hour, in its unit. */
  readonly perHour?: number;
  /** Must be flat: most growth over the whole time that was judged, if it is a trend. */
  readonly flat?: number;
  /** The same for a soak too short to tell a trend from noise. */
  readonly gross?: number;
  readonly about: string;
}

export type FigureName = keyof typeof FIGURES;

export const FIGURE_NAMES = Object.keys(FIGURES) as readonly FigureName[];

/** One look at the process; memory in MB. */
export type Sample = { readonly [Name in FigureName]: number } & { readonly atMs: number };
