import { createRequire } from 'node:module';
import type { OtelApi } from './otel-api.ts';

const load = createRequire(import.meta.url);

/** Under this key of the global object the API keeps what a program registered, for all copies of itself. */
const REGISTERED = Symbol.for('opentelemetry.js.api.1');

interface Registered {
  readonly trace?: unknown;
  readonly metrics?: unknown;
}

/**
 * What a program registered with OpenTelemetry's API; `undefined` while that is nothing, which costs one
 * look at a global. Nothing is loaded before.
 */
export function registeredTelemetry(): Registered | undefined {
  const registered = (globalThis as { [key: symbol]: unknown })[REGISTERED];
  if (typeof registered !== 'object' || registered === null) return undefined;
  const { trace, metrics } = registered as Registered;
  return trace === undefined && metrics === undefined ? undefined : { trace, metrics };
}

/** `undefined` if the package is not installed beside this one. */
export function loadOtelApi(): OtelApi | undefined {
  try {
    return load('@opentelemetry/api') as OtelApi;
  } catch {
    return undefined;
  }
}
