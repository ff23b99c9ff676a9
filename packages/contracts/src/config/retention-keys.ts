import { type TUnsafe, Type } from '@sinclair/typebox';
import { FORMS, RETENTION, RETENTION_NAMES, type RetentionSettings } from '../retention.ts';
import { value } from './config-key.ts';
import { closed } from './config-schemas.ts';

/** How long a host keeps what it could do without; each key is declared in `RETENTION`. */
export const retention = value(['retention'], retentionSection());

function retentionSection(): TUnsafe<RetentionSettings> {
  const description = 'What is taken away when it is old, and when; see docs/retention.md.';
  const properties = RETENTION_NAMES.map((name) => {
    const { about, kind, standard } = RETENTION[name];
    const { pattern, examples, words } = FORMS[kind];
    const description = `${about} It takes ${words}; ${standard} if absent.`;
    const text = { pattern, examples: [...examples], description };
    return [name, Type.Optional(Type.String(text))] as const;
  });
  return Type.Unsafe(Type.Object(Object.fromEntries(properties), { ...closed, description }));
}
