import type { JsonValue, TracedCall } from '@mortise/contracts';
import { redactArguments, snapshotJson } from '@mortise/core';
import type { Redactor } from '../brokers/secrets/create-redactor.ts';
import { HostTelemetry, type TelemetryOptions } from '../telemetry/host-telemetry.ts';
import type { HostConfiguration } from './host-configuration.ts';
import type { HostOptions } from './host-options.ts';

export interface TelemetrySources {
  readonly configuration: HostConfiguration;
  readonly redactor: () => Redactor | undefined;
}

/** What a trace shows of arguments at most. */
const SHOWN = { maxBytes: 64 * 1024, maxDepth: 32 };
const SHOWN_CHARS = 4_096;
const NO_OPTIONS: TelemetryOptions = {};

/** Traces and metrics, by the options of the embedder or else by the configuration. */
export function openTelemetry(
  { telemetry: given }: HostOptions,
  { configuration, redactor }: TelemetrySources,
): HostTelemetry {
  return new HostTelemetry({
    options: () => {
      if (given !== undefined) return given;
      // The same object while the configuration is the same: what is made of it is kept by it.
      const configured = configuration.current.telemetry ?? NO_OPTIONS;
      return 'enabled' in configured && configured.enabled === false ? false : configured;
    },
    showArguments: (call) => showArguments(call, redactor()),
  });
}

function showArguments(
  { args, entry }: TracedCall,
  redactor: Redactor | undefined,
): string | undefined {
  if (entry === undefined) return undefined;
  const copy = snapshotJson(args ?? {}, SHOWN);
  if (copy.status === 'refused') return undefined;
  const shown: JsonValue = redactArguments(copy.value, entry);
  const text = JSON.stringify(redactor?.redactJson(shown) ?? shown);
  return text.length <= SHOWN_CHARS ? text : `${text.slice(0, SHOWN_CHARS).toWellFormed()}…`;
}
