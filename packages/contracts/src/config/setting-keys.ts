import { type TSchema, type TUnsafe, Type } from '@sinclair/typebox';
import {
  SERVE_SETTING_NAMES,
  SETTINGS,
  type ServeSettings,
  type Setting,
  type SettingName,
  type SettingValue,
} from '../settings.ts';
import { value } from './config-key.ts';
import { closed } from './config-schemas.ts';

/** Without a password: a configuration is shown, compared and kept with what was decided by it. */
const Address = Type.String({
  pattern: '^(?!.*[?&]password=)postgres(?:ql)?://(?:[^:/?#@]*@)?[^@]+$',
  description: 'postgres://user@host:5432/database, without a password.',
});

const AddressWithPassword = Type.Object(
  {
    url: Address,
    password: Type.Optional(
      Type.Object(
        { $secret: Type.String({ description: 'The name of a secret.' }) },
        { ...closed, description: 'The password of the user: { "$secret": "NAME" }.' },
      ),
    ),
  },
  { ...closed, description: 'An address, and the secret that is its password.' },
);

/** The settings of a deployment as keys of a configuration; each is declared in `SETTINGS`. */
export const SETTING_KEYS = {
  stateDir: value(['stateDir'], schemaOf('stateDir')),
  state: value(['state'], schemaOf('state')),
  serve: value(['serve'], serveSection()),
};

/** What a value of a setting must look like, wherever it was written. */
export function schemaOf<Name extends SettingName>(name: Name): TUnsafe<SettingValue<Name>> {
  const setting: Setting = SETTINGS[name];
  const { about, standard, least = 0, most = Number.MAX_SAFE_INTEGER } = setting;
  const options = { description: `${about} ${String(standard)} if absent; see docs/settings.md.` };
  const schemas = {
    text: () => Type.String({ ...options, minLength: 1 }),
    database: () => Type.Union([Address, AddressWithPassword], options),
    folder: () => Type.String({ ...options, minLength: 1 }),
    url: () => Type.String({ ...options, pattern: '^https?://.+' }),
    texts: () => Type.Array(Type.String({ minLength: 1 }), options),
    number: () => Type.Integer({ ...options, minimum: least, maximum: most }),
    switch: () => Type.Boolean(options),
  } satisfies Record<Setting['kind'], () => TSchema>;
  return Type.Unsafe(schemas[setting.kind]());
}

function serveSection(): TUnsafe<ServeSettings> {
  const description = 'How `mortise serve` is reached; see docs/settings.md.';
  const properties = SERVE_SETTING_NAMES.map(
    (name) => [name, Type.Optional(schemaOf(name))] as const,
  );
  return Type.Unsafe(Type.Object(Object.fromEntries(properties), { ...closed, description }));
}
