import { Type } from '@sinclair/typebox';
import { quoteName } from '../text/quote-text.ts';
import { type DataOf, defineCapability, defineOperation } from './capability-definition.ts';
import { describeHost } from './describe-host.ts';
import { parseHostPattern } from './host-pattern.ts';
import { meetHosts } from './meet-lists.ts';
import { closed, oneOf, Reason, texts } from './schema-parts.ts';

export const SECRET_PLACES = ['header', 'query', 'body'] as const;
export type SecretPlace = (typeof SECRET_PLACES)[number];

const SecretsRequest = Type.Union([
  texts('Names of secrets.'),
  Type.Object(
    {
      names: texts('Names of secrets.'),
      hosts: Type.Optional(
        Type.Record(Type.String(), texts('Hosts that need the secret.'), {
          description: 'By the name of a secret: the hosts that it is sent to, and no others.',
        }),
      ),
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
  example: '{ names: ["API_KEY"] }',
  request: SecretsRequest,
  grant: Type.Array(SecretGrant, { maxItems: 256 }),
  standard: STANDARD,
  narrow: (grants, request, asker) => {
    const { names, hosts, reveal = asker === 'tool' } = readRequest(request);
    const asked = new Set(names);
    return grants.flatMap((grant) => {
      if (!asked.has(grant.name)) return [];
      const named = hostsOf(hosts, grant.name);
      const bound = named === undefined ? grant.hosts : meetHosts(grant.hosts ?? [], named);
      const isRevealed = grant.reveal === true && reveal;
      return [{ ...STANDARD, ...grant, ...(bound && { hosts: bound }), reveal: isRevealed }];
    });
  },
  // A secret goes to the hosts that are named for it; without names only where there is no choice.
  grantAll: (request, { hosts: all }) => {
    const { names, hosts, reveal } = readRequest(request);
    const only = all.length === 1 && parseHostPattern(all[0] ?? '')?.kind === 'exact' ? all : [];
    return names.map((name) => ({
      ...{ name, hosts: hostsOf(hosts, name) ?? only },
      ...(reveal === true && { reveal }),
    }));
  },
  asks: (request) => {
    const { names, hosts, reveal } = readRequest(request);
    return [
      ...names.flatMap((name) => [
        { what: `secret ${name}` },
        ...(hostsOf(hosts, name) ?? []).map((host) => ({ what: `secret ${name} sent to ${host}` })),
      ]),
      ...(reveal === true ? [{ what: 'reading the values themselves' }] : []),
    ];
  },
  values: {
    form: 'NAME@host, NAME alone (sent nowhere), or reveal:NAME',
    list: (grants) =>
      grants.flatMap(({ name, hosts = [], places = STANDARD.places, reveal }) => [
        ...hosts.map((host) => ({
          value: `${name}@${host}`,
          words: `${quoteName(name)}, sent to ${describeHost(host)} only, in the ${places.join(' or ')}`,
        })),
        ...(hosts.length === 0 && reveal !== true
          ? [{ value: name, words: `${quoteName(name)}, bound to no host: it is sent nowhere` }]
          : []),
        ...(reveal === true
          ? [
              {
                value: `reveal:${name}`,
                words: `the value of ${quoteName(name)} itself: its code sees it`,
              },
            ]
          : []),
      ]),
    add: (grants = [], value) => {
      const { name, host, isRevealed } = readValue(value);
      if (name === '' || (host !== undefined && parseHostPattern(host) === undefined)) {
        return undefined;
      }
      const known = grants.find((grant) => grant.name === name);
      const hosts = [...new Set([...(known?.hosts ?? []), ...(host === undefined ? [] : [host])])];
      const grant = { ...known, name, hosts, ...(isRevealed && { reveal: true }) };
      return [...grants.filter((each) => each.name !== name), grant];
    },
    // Without its last host a secret is gone, not unbound: what is taken away leaves nothing behind.
    remove: (grants, value) => {
      const { name, host, isRevealed } = readValue(value);
      const left = grants.flatMap((grant) => {
        if (grant.name !== name) return [grant];
        if (isRevealed) return (grant.hosts ?? []).length > 0 ? [{ ...grant, reveal: false }] : [];
        const hosts = (grant.hosts ?? []).filter((each) => host !== undefined && each !== host);
        return hosts.length > 0 || (grant.reveal === true && host !== undefined)
          ? [{ ...grant, hosts }]
          : [];
      });
      return left.length === 0 ? undefined : left;
    },
    usedBy: (grants, target) => {
      const known = grants.find(({ name }) => name === target);
      if (known === undefined) return undefined;
      const [host] = known.hosts ?? [];
      return known.reveal === true ? `reveal:${target}` : host ? `${target}@${host}` : target;
    },
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
  readonly hosts?: HostsByName;
  readonly reveal?: boolean;
} {
  return 'names' in request ? request : { names: request };
}

type HostsByName = { readonly [name: string]: readonly string[] };

/** The names are a stranger's; `constructor` is one like any other. */
function hostsOf(hosts: HostsByName = {}, name: string): readonly string[] | undefined {
  return Object.hasOwn(hosts, name) ? hosts[name] : undefined;
}

interface SecretValue {
  readonly name: string;
  readonly host?: string;
  readonly isRevealed: boolean;
}

function readValue(value: string): SecretValue {
  const isRevealed = value.startsWith('reveal:');
  const [name = '', ...host] = value.replace(/^reveal:/, '').split('@');
  return { name, isRevealed, ...(host.length > 0 && { host: host.join('@') }) };
}
