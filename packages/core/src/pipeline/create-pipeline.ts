import type {
  CallDeciders,
  CapabilityBackends,
  Logger,
  ToolResultReducerRegistry,
} from '@mortise/contracts';
import type { HostHooks } from '../hooks/host-hooks.ts';
import type { ToolCatalog } from '../registry/tool-catalog.ts';
import { CallPlaces } from './call-places.ts';
import type { PipelineParts } from './pipeline-parts.ts';

export interface PipelineSettings {
  /** Milliseconds of a monotonic clock. */
  readonly now?: () => number;
  /** How long `admitCall` may take; `Infinity` for no limit. */
  readonly admissionTimeoutMs?: number;
}

interface PipelineNeeds extends CallDeciders {
  readonly catalog: ToolCatalog;
  readonly hooks: HostHooks;
  readonly logger: Logger;
  readonly backends?: CapabilityBackends;
  readonly reducers?: ToolResultReducerRegistry | undefined;
  readonly redactor?: PipelineParts['redactor'];
  readonly telemetry?: PipelineParts['telemetry'];
}

/** People approve calls, too; they get a minute. */
const ADMISSION_MS = 60_000;

/** Fills in what a pipeline needs besides its parts. */
export function createPipeline(
  needs: PipelineNeeds,
  settings: PipelineSettings = {},
): PipelineParts {
  const { catalog, hooks, logger, backends = {}, reducers, redactor, telemetry } = needs;
  const { stops, rules, rates, records, approvals, chains } = needs;
  return Object.freeze({
    catalog,
    backends,
    reducers,
    redactor,
    telemetry,
    hooks,
    logger,
    ...{ stops, rules, rates, records, approvals, chains },
    places: new CallPlaces(),
    now: settings.now ?? performance.now.bind(performance),
    admissionTimeoutMs: settings.admissionTimeoutMs ?? ADMISSION_MS,
  });
}
