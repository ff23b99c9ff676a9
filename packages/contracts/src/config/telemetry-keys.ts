import { Type } from '@sinclair/typebox';
import { value } from './config-key.ts';
import { closed } from './config-schemas.ts';

/** What is told to a program's OpenTelemetry providers; without a provider none of it matters. */
export const telemetry = value(
  ['telemetry'],
  Type.Object(
    {
      enabled: Type.Optional(
        Type.Boolean({
          description: 'False: no traces and no metrics, even if the program has a provider.',
        }),
      ),
      arguments: Type.Optional(
        Type.Boolean({
          description:
            'Traces hold the arguments of calls, known secrets and what schemas call secret taken out. False if absent.',
        }),
      ),
      baggage: Type.Optional(
        Type.Boolean({
          description: 'W3C baggage is handed on to MCP servers. True if absent.',
        }),
      ),
    },
    { ...closed, description: 'Traces and metrics by OpenTelemetry; see docs/traces.md.' },
  ),
);
