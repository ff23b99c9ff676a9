import { type Static, type TUnsafe, Type } from '@sinclair/typebox';
import type { CapabilityGrants } from '../capabilities/capability-table.ts';
import { elicitationCapability } from '../capabilities/elicitation.ts';
import { samplingCapability } from '../capabilities/sampling.ts';
import { SERVER_NAME_PATTERN } from '../names.ts';
import { texts, value, valueOr } from './config-key.ts';
import { closed, listOf, mapOf, names } from './config-schemas.ts';
import { ownLimits } from './limit-keys.ts';

const Secret = Type.Object(
  { $secret: Type.String({ description: 'The name of a secret.' }) },
  { ...closed, description: 'The value of a secret, filled in when the server is connected.' },
);

const ServerText = Type.Union([Type.String({ description: 'The text.' }), Secret], {
  description: 'A text or { "$secret": "NAME" }.',
});

/** What is given to a server: a text, a secret, or a list of both that is joined. */
const ServerValue = Type.Union(
  [
    Type.String({ description: 'The value.' }),
    Secret,
    listOf(ServerText, 'Texts and secrets that are joined: ["Bearer ", { "$secret": "NAME" }].'),
  ],
  { description: 'A value, { "$secret": "NAME" }, or a list of both that is joined.' },
);
export type ServerValue = Static<typeof ServerValue>;

/** How an access token is asked for. */
export interface ServerOAuth {
  readonly client_id: string;
  readonly client_secret: { readonly $secret: string };
  readonly issuer?: string;
  readonly token_url?: string;
  readonly scopes?: readonly string[];
  readonly resource?: string | false;
  readonly authentication?: 'basic' | 'post';
}

const address = (description: string) =>
  Type.String({
    pattern: '^https?://[^\\s/]',
    examples: ['https://auth.example.com'],
    maxLength: 2_000,
    description,
  });

const ServerOAuth: TUnsafe<ServerOAuth> = Type.Unsafe(
  Type.Object(
    {
      client_id: Type.String({ minLength: 1, description: 'What the issuer calls this host.' }),
      client_secret: {
        ...Secret,
        description:
          'The secret of the client: { "$secret": "NAME" }; it goes to the issuer alone.',
      },
      issuer: Type.Optional(
        address('The issuer of the tokens, which is asked for its token endpoint.'),
      ),
      token_url: Type.Optional(
        address('The token endpoint, in place of `issuer`. https, unless it is on this machine.'),
      ),
      scopes: Type.Optional(names('The scopes to ask for.')),
      resource: Type.Optional(
        Type.Union([Type.String({ minLength: 1 }), Type.Literal(false)], {
          description:
            'What the token is for (RFC 8707); the `url` of the server if absent, false says nothing of it.',
        }),
      ),
      authentication: Type.Optional(
        Type.Union([Type.Literal('basic'), Type.Literal('post')], {
          description:
            'How the secret is sent: in a header (`basic`) or in the body (`post`). As the issuer says if absent, otherwise `basic`.',
        }),
      ),
    },
    {
      ...closed,
      description:
        'Ask an issuer for access tokens with client credentials; they are renewed before they end.',
    },
  ),
);

/** What the program of a server may reach beside what every one does. */
export interface ServerSandbox {
  readonly read?: readonly string[];
  readonly write?: readonly string[];
  readonly network?: boolean;
}

const ServerSandbox: TUnsafe<ServerSandbox | 'off'> = Type.Unsafe(
  Type.Union(
    [
      Type.Literal('off'),
      Type.Object(
        {
          read: Type.Optional(
            names('Files and folders that it reads, from the folder of the configuration.'),
          ),
          write: Type.Optional(names('Files and folders that it writes as well.')),
          network: Type.Optional(
            Type.Boolean({ description: 'Whether it uses the network; true if absent.' }),
          ),
        },
        { ...closed, description: 'What it reaches beside that.' },
      ),
    ],
    {
      description:
        'What its program reaches, in a jail of the kernel (Linux). Without this it reads the system, what is on its PATH, its own packages and what its arguments name, writes only a folder of its own, which is its HOME, and has the network. `off`: it reaches all that the account of the host does.',
    },
  ),
);

/** What a server may ask of who is behind the calls of its tools. */
export type ServerGrants = Pick<CapabilityGrants, 'elicitation' | 'sampling'>;

const ServerGrants: TUnsafe<ServerGrants> = Type.Unsafe(
  Type.Object(
    {
      elicitation: Type.Optional({
        ...elicitationCapability.grant,
        description: elicitationCapability.summary,
      }),
      sampling: Type.Optional({
        ...samplingCapability.grant,
        description: samplingCapability.summary,
      }),
    },
    {
      ...closed,
      description:
        'What it may ask of the client that calls one of its tools, while the call runs. Nothing if absent.',
    },
  ),
);

/** An MCP server: `command` or `url`. */
export const MCP_SERVER_KEYS = {
  command: value(['command'], Type.String({ minLength: 1, description: 'The program to start.' })),
  args: value(
    ['args'],
    listOf(
      ServerValue,
      'Its arguments. Other accounts of the machine may see them; give a secret in `env`, if the program reads it there.',
    ),
  ),
  env: value(
    ['env'],
    mapOf(ServerValue, 'Its environment; of that of the host it gets PATH, locale and the like.'),
  ),
  cwd: value(
    ['cwd'],
    Type.String({
      minLength: 1,
      description:
        'Where it is started; from the folder of the configuration, which it is if absent.',
    }),
  ),
  sandbox: value(['sandbox'], ServerSandbox),
  url: value(['url'], Type.String({ description: 'The http(s) address of a running server.' })),
  headers: value(['headers'], mapOf(ServerValue, 'Headers that are sent to `url` every time.')),
  oauth: value(['oauth'], ServerOAuth),
  enabled: valueOr(
    ['enabled'],
    Type.Boolean({ description: 'false leaves the server alone.' }),
    true,
  ),
  lazy: value(
    ['lazy'],
    Type.Boolean({
      description:
        'Start it with the first call of one of its tools; until then the approved ones of the lock file stand for it. false if absent.',
    }),
  ),
  prefix: value(
    ['prefix'],
    Type.String({
      pattern: SERVER_NAME_PATTERN,
      examples: ['gh', 'gh-work', 'gh_2'],
      description: 'Stands in the names of its tools in place of its own: mcp__<prefix>__<tool>.',
    }),
  ),
  rename: value(
    ['rename'],
    mapOf(
      Type.String({
        pattern: '^[A-Za-z0-9_-]+$',
        examples: ['read_file'],
        maxLength: 64,
        description: 'What it is called here.',
      }),
      'Other names for tools, by the name that the server gives them.',
    ),
  ),
  allow: texts(
    ['allow'],
    'The only tools that are taken, by the names of the server; `*` at an end.',
  ),
  deny: texts(['deny'], 'Tools that are not taken, by the names of the server; `*` at an end.'),
  grants: value(['grants'], ServerGrants),
  limits: ownLimits('server'),
};
