// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the notation of the configuration
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ParsedConfig, parseConfig, parseConfigObject } from './parse-config.ts';

const words = fc.constantFrom('read', ' Exec', 'group:plugins', '*', '', 'a', '${A}', '__proto__');
const texts = fc.array(words, { maxLength: 3 });
const junk = fc.oneof(fc.jsonValue(), words);
const mostly = <Value>(usual: fc.Arbitrary<Value>): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 12, arbitrary: usual }, { weight: 1, arbitrary: junk });

const lists = { allow: mostly(texts), alsoAllow: mostly(texts), deny: mostly(texts) };
const policy = fc.record(
  {
    ...lists,
    profile: mostly(fc.constantFrom('coding', 'nope')),
    byProvider: fc.dictionary(fc.string(), fc.record(lists, { requiredKeys: [] }), { maxKeys: 2 }),
    sandbox: fc.record({ tools: fc.record(lists, { requiredKeys: [] }) }, { requiredKeys: [] }),
  },
  { requiredKeys: [] },
);
const agent = fc.record(
  {
    tools: mostly(fc.oneof(texts, policy)),
    policy: mostly(policy),
    allowed_toolkits: mostly(fc.subarray(['a', 'b'])),
    initial_toolkits: mostly(fc.subarray(['a', 'b'])),
    plugins: mostly(texts),
    toolset: mostly(texts),
    loadout: mostly(fc.constant('minimal')),
  },
  { requiredKeys: [] },
);
const listed = fc.tuple(fc.string(), agent).map(([id, body]) => ({ id, ...body }));
const nearlyValid = fc.record(
  {
    tools: policy,
    agents: fc.oneof(
      fc.dictionary(fc.string(), agent, { maxKeys: 3 }),
      fc.record({ list: fc.array(listed, { maxLength: 3 }) }),
    ),
    toolkits: fc.constantFrom({ a: { tools: ['x'] }, b: {} }, {}),
    strict: mostly(fc.boolean()),
  },
  { requiredKeys: [] },
);

describe('parseConfig with junk', () => {
  it('answers any text, in any notation, and never throws', () => {
    const noise = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.json(),
      fc
        .array(fc.constantFrom('agents', ':', ' ', '\n', '-', '[', '{', '}', '&a', '*a', '"', '!'))
        .map((parts) => parts.join('')),
    );
    fc.assert(
      fc.property(noise, fc.constantFrom('c.yaml', 'c.json'), (text, fileName) => {
        expectSound(parseConfig(text, { fileName }));
      }),
      { numRuns: 400 },
    );
  });

  it('answers any value and never throws', () => {
    const anything = fc.anything({ withBigInt: true, withMap: true, withNullPrototype: true });
    fc.assert(
      fc.property(anything, (value) => {
        expectSound(parseConfigObject(value));
      }),
      { numRuns: 400 },
    );
  });

  it('opens nothing that was not said: every list is there if and only if it was written', () => {
    let acceptedCount = 0;
    fc.assert(
      fc.property(nearlyValid, (document) => {
        const parsed = parseConfigObject(document);
        expectSound(parsed);
        if (parsed.status === 'failed') return;
        acceptedCount += 1;
        expect(saidByConfig(parsed)).toEqual(saidByDocument(document));
      }),
      { numRuns: 3_000, seed: 1 },
    );
    // Else the property says nothing.
    expect(acceptedCount).toBeGreaterThan(200);
  });

  it('refuses a good configuration with one more key anywhere, whatever its value', () => {
    const places = [
      [],
      ['tools'],
      ['agents', 'a'],
      ['agents', 'a', 'tools'],
      ['defaults'],
      ['toolkits', 't'],
    ];
    fc.assert(
      fc.property(fc.constantFrom(...places), fc.jsonValue(), (place, value) => {
        const document = {
          tools: { deny: ['exec'] },
          agents: { a: { tools: { allow: ['read'] } } },
          defaults: {},
          toolkits: { t: {} },
        };
        const target = place.reduce<Record<string, unknown>>(
          (part, key) => part[key] as Record<string, unknown>,
          document,
        );
        target['zzz_unknown'] = value;
        expect(parseConfigObject(document).status).toBe('failed');
      }),
    );
  });

  it('reads the same from an object, from JSON and from JSON in YAML', () => {
    fc.assert(
      fc.property(nearlyValid, (document) => {
        const text = JSON.stringify(document);
        const results = [
          parseConfigObject(JSON.parse(text)),
          parseConfig(text, { fileName: 'c.json' }),
          parseConfig(`# YAML\n${text}`, { fileName: 'c.yaml' }),
        ].map((parsed) => (parsed.status === 'ok' ? parsed.config : 'failed'));
        expect(results[1]).toEqual(results[0]);
        expect(results[2]).toEqual(results[0]);
      }),
      { numRuns: 500 },
    );
  });
});

function expectSound(parsed: ParsedConfig): void {
  if (parsed.status === 'ok') expect(Object.isFrozen(parsed.config)).toBe(true);
  else {
    expect(parsed.diagnostics.length).toBeGreaterThan(0);
    if (parsed.draft !== undefined) expect(Object.isFrozen(parsed.draft.config)).toBe(true);
  }
  for (const { code, message, hint } of parsed.diagnostics) {
    expect([code, message, hint].every((text) => text.length > 0)).toBe(true);
  }
}

type Said = Record<string, readonly (readonly string[] | undefined)[]>;

function saidByConfig({ config }: Extract<ParsedConfig, { status: 'ok' }>): Said {
  const texts = (list?: readonly { readonly text: string }[]) => list?.map(({ text }) => text);
  return Object.fromEntries([
    [
      'tools',
      [texts(config.policy.allow), texts(config.policy.deny), texts(config.policy.sandbox?.allow)],
    ],
    ...config.agents.map((entry) => [
      `agent ${entry.id}`,
      [
        texts(entry.policy.allow),
        texts(entry.policy.deny),
        texts(entry.plugins),
        texts(entry.toolset),
        entry.tools?.map((tool) => tool.name),
        entry.allowedToolkits?.map((toolkit) => toolkit.name),
      ],
    ]),
  ]);
}

type Written = { readonly [key: string]: Written } & readonly unknown[];

/** The same by a second, simpler reading of the document; trimmed as selectors are. */
function saidByDocument(document: unknown): Said {
  const { tools, agents } = document as { readonly [key: string]: Written | undefined };
  const listOf = (list: Written | undefined) => list?.map((text) => String(text).trim());
  const entries: readonly (readonly [string, Written])[] = Array.isArray(agents?.['list'])
    ? agents['list'].map((entry: Written) => [String(entry['id']), entry] as const)
    : Object.entries<Written>(agents ?? {});
  return Object.fromEntries([
    [
      'tools',
      [
        listOf(tools?.['allow']),
        listOf(tools?.['deny']),
        listOf(tools?.['sandbox']?.['tools']?.['allow']),
      ],
    ],
    ...entries.map(([id, body]) => {
      const hasList = Array.isArray(body['tools']);
      const access = hasList ? body['policy'] : (body['tools'] ?? body['policy']);
      return [
        `agent ${id}`,
        [
          listOf(access?.['allow']),
          listOf(access?.['deny']),
          listOf(body['plugins']),
          listOf(body['toolset']),
          hasList ? listOf(body['tools']) : undefined,
          listOf(body['allowed_toolkits']),
        ],
      ];
    }),
  ]);
}
