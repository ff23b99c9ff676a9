import type { JsonValue, Logger } from '@mortise/contracts';
import type { Redactor } from '../brokers/secrets/create-redactor.ts';

/** Guests write what they like into the log; what they know must not stand there. */
export function redactLogger(logger: Logger, redactor: () => Redactor | undefined): Logger {
  const level = (name: keyof Logger) => (details: object, message: string) => {
    const known = redactor();
    if (known === undefined) return logger[name](details, message);
    return logger[name](known.redactJson(plainDetails(details)) as object, known.redact(message));
  };
  return { debug: level('debug'), info: level('info'), warn: level('warn'), error: level('error') };
}

/** Errors in their own words; what cannot be written down is left out, never thrown over. */
function plainDetails(details: object): JsonValue {
  try {
    const text = JSON.stringify(details, (_key, value) =>
      value instanceof Error ? `${value.name}: ${value.message}` : value,
    );
    return JSON.parse(text) as JsonValue;
  } catch {
    return { details: 'cannot be written down' };
  }
}
