import { Type } from '@sinclair/typebox';
import { type DataOf, defineCapability, defineOperation } from './capability-definition.ts';
import { closed, oneOf, Reason, texts } from './schema-parts.ts';

export const SECRET_PLACES = ['header', 'query', 'body'] as const;
export type SecretPlace = (typeof SECRET_PLACES)[number];

const SecretsRequest = Type.Union([
  texts('Names of secrets.'),
  Type.Object(
    {
      names: texts('Names of secrets.'),
      reveal: Type.Optional(Type.Boolean({ description: 'It must see the values themselves.' })),
      reason: Reason,
    },
    closed,
  ),
]);

const SecretGrant = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 1_000, description: 'The name of the secret.' }),
    hosts: Type.Optional(
      texts('Hosts the value may be sent to; without them a placeholder is filled in nowhere.'),
    ),
    places: Type.Optional(
      Type.Array(oneOf(SECRET_PLACES, 'A place in a request.'), {
        description: 'Where in a request the value may stand; in headers if absent.',
      }),
    ),
    reveal: Type.Optional(Type.Boolean({ description: 'The guest may see the value itself.' })),
  },
  { ...closed, description: 'One secret by its name.' },
);

const STANDARD = { hosts: [], places: ['header'], reveal: false } as const satisfies Omit<
  DataOf<typeof SecretGrant>,
  'name'
>;

const SecretInput = Type.Object({ name: Type.String({ minLength: 1, maxLength: 200 }) }, closed);

/** Values of the operator that an extension may use, mostly without seeing them. */
export const secretsCapability = defineCapability({
  handle: 'secrets',
  summary: 'Secrets it may use.',
  request: SecretsRequest,
  grant: Type.Array(SecretGrant, { maxItems: 256 }),
  standard: STANDARD,
  narrow: (grants, request, asker) => {
    const { names, reveal = asker === 'tool' } = readRequest(request);
    const asked = new Set(names);
    return grants.flatMap((grant) =>
      asked.has(grant.name)
        ? [{ ...STANDARD, ...grant, reveal: grant.reveal === true && reveal }]
        : [],
    );
  },
  // A secret may go where the extension may go, and nowhere else.
  grantAll: (request, { hosts }) => {
    const { names, reveal } = readRequest(request);
    return names.map((name) => ({ name, hosts, ...(reveal === true && { reveal }) }));
  },
  asks: (request) => {
    const { names, reveal } = readRequest(request);
    return [
      ...names.map((name) => ({ what: `secret ${name}` })),
      ...(reveal === true ? [{ what: 'reading the values themselves' }] : []),
    ];
  },
  operations: {
    get: defineOperation({
      summary:
        'Answers a placeholder: it becomes the value on the way out, in a request to a host bound to it.',
      call: (name: string) => ({ name }),
      input: SecretInput,
      output: Type.String(),
      target: ({ name }) => name,
    }),
    reveal: defineOperation({
      summary: 'Answers the value itself; needs a grant of its own.',
      call: (name: string) => ({ name }),
      input: SecretInput,
      output: Type.String(),
      target: ({ name }) => name,
    }),
  },
});

/** A list of names is short for an object with nothing else in it. */
function readRequest(request: DataOf<typeof SecretsRequest>): {
  readonly names: readonly string[];
  readonly reveal?: boolean;
} {
  return 'names' in request ? request : { names: request };
}
