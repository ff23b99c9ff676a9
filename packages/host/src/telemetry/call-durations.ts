import type { OtelApi, OtelAttributes, OtelHistogram, OtelMeterProvider } from './otel-api.ts';

/** The histograms of OpenTelemetry's conventions that a host fills. */
const HISTOGRAMS = {
  'gen_ai.execute_tool.duration': 'How long calls of tools take.',
  'mcp.server.operation.duration': 'How long requests of MCP clients take.',
  'mcp.client.operation.duration': 'How long MCP servers take to answer.',
} as const;

export type DurationName = keyof typeof HISTOGRAMS;

/** In seconds; those that the conventions recommend. */
const BOUNDARIES = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 60, 120, 300];
/** So many tools have a series of their own; extensions come and go, and a meter forgets none. */
const MOST_TOOLS = 1_000;
const OTHER_TOOL = '_OTHER';

/** Latencies by tool, for the meter provider that the program has now. */
export class CallDurations {
  readonly #api: OtelApi;
  readonly #tools = new Set<string>();
  #provider: OtelMeterProvider | undefined;
  #histograms = new Map<DurationName, OtelHistogram>();

  constructor(api: OtelApi) {
    this.#api = api;
  }

  record(name: DurationName, ms: number, attributes: OtelAttributes): void {
    const { 'gen_ai.tool.name': tool, ...others } = attributes;
    const bounded =
      typeof tool === 'string'
        ? { ...others, 'gen_ai.tool.name': this.#boundedName(tool) }
        : others;
    this.#histogram(name).record(ms / 1_000, bounded);
  }

  #boundedName(tool: string): string {
    if (this.#tools.has(tool)) return tool;
    if (this.#tools.size >= MOST_TOOLS) return OTHER_TOOL;
    this.#tools.add(tool);
    return tool;
  }

  /** Unlike tracers, what a meter made before its provider was registered stays silent for good. */
  #histogram(name: DurationName): OtelHistogram {
    const provider = this.#api.metrics.getMeterProvider();
    if (provider !== this.#provider) {
      this.#provider = provider;
      this.#histograms = new Map();
    }
    const known = this.#histograms.get(name);
    if (known !== undefined) return known;
    const made = provider.getMeter(INSTRUMENTATION).createHistogram(name, {
      unit: 's',
      description: HISTOGRAMS[name],
      advice: { explicitBucketBoundaries: BOUNDARIES },
    });
    this.#histograms.set(name, made);
    return made;
  }
}

/** What tracers and meters call this library. */
export const INSTRUMENTATION = '@mortise/host';
