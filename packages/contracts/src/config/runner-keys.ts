import { type TUnsafe, Type } from '@sinclair/typebox';
import { value } from './config-key.ts';
import { closed } from './config-schemas.ts';

/** Where calls of extensions run: on this machine or on the runner nodes of a fleet. */
export type RunnerPlace = 'local' | 'remote';

/** What an operator says about where the code of extensions runs. */
export interface RunnersConfig {
  readonly credentials?: string;
  readonly nats?: string;
  readonly fleet?: string;
  readonly use?: RunnerPlace;
  readonly rules?: readonly RunnerRule[];
}

/** Calls for which all holds that it names run where it says. */
export interface RunnerRule {
  readonly extensions?: readonly string[];
  readonly trust?: 'first-party' | 'third-party';
  readonly load?: number;
  readonly use: RunnerPlace;
}

const Place = Type.Union([Type.Literal('local'), Type.Literal('remote')], {
  description: '`local`: on this machine; `remote`: on a runner node.',
});

const Rule: TUnsafe<RunnerRule> = Type.Unsafe(
  Type.Object(
    {
      extensions: Type.Optional(
        Type.Array(Type.String({ minLength: 1 }), {
          minItems: 1,
          description: 'Calls of these extensions, by id.',
        }),
      ),
      trust: Type.Optional(
        Type.Union([Type.Literal('first-party'), Type.Literal('third-party')], {
          description:
            'Calls of extensions that an embedding program calls its own (`first-party`), or of all others.',
        }),
      ),
      load: Type.Optional(
        Type.Integer({
          minimum: 0,
          description:
            'Only while so many calls run on this machine, or more. Holds only while a runner node takes calls.',
        }),
      ),
      use: Place,
    },
    { ...closed, description: 'Where calls run for which all holds that it names.' },
  ),
);

const Runners: TUnsafe<RunnersConfig> = Type.Unsafe(
  Type.Object(
    {
      credentials: Type.Optional(
        Type.String({
          minLength: 1,
          description:
            'The file host.json that `mortise fleet init` wrote: the key of hosts, the address of the broker and the name of the fleet. A path from the configuration file.',
        }),
      ),
      nats: Type.Optional(
        Type.String({
          pattern: '^(?:nats|tls)://[^@]+$',
          examples: ['nats://nats.internal:4222'],
          description:
            'The address of the broker, in place of the one in the credentials; several of one cluster with commas between them. No user and no password are in it.',
        }),
      ),
      fleet: Type.Optional(
        Type.String({
          pattern: '^[a-z0-9][a-z0-9-]{0,38}$',
          description:
            'The name of the fleet, where there are no credentials to say it. main if absent.',
        }),
      ),
      use: Type.Optional({
        ...Place,
        description: 'Where calls run that no rule is about. remote if absent.',
      }),
      rules: Type.Optional(
        Type.Array(Rule, { description: 'The first rule that holds for a call counts.' }),
      ),
    },
    {
      ...closed,
      description:
        'Where the code of extensions runs: without this key on this machine, with it on runner nodes over NATS, or by rule; read when the host starts. See docs/fleet.md.',
    },
  ),
);

/** `runners` at the top of a configuration. */
export const runnerSettings = value(['runners'], Runners);
