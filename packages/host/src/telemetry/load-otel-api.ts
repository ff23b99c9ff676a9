import { createRequire } from 'node:module';
import type { OtelApi } from './otel-api.ts';

const load = createRequire(import.meta.url);

/** `undefined` if the package is not installed beside this one. */
export function loadOtelApi(): OtelApi | undefined {
  try {
    return load('@opentelemetry/api') as OtelApi;
  } catch {
    return undefined;
  }
}
