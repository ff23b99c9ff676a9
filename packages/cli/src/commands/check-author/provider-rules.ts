import type { JsonSchema } from '@mortise/contracts';
import { type SubSchema, walkSchema } from './walk-schema.ts';

/** Something in the schema of a tool that a provider does not take. */
export interface ProviderFault {
  readonly provider: string;
  /** A JSON pointer; empty for the schema itself. */
  readonly path: string;
  readonly message: string;
  /** The provider refuses a request with it; else only its strict mode does. */
  readonly isRefused: boolean;
}

interface ProviderRules {
  readonly provider: string;
  readonly isRefused: boolean;
  find(schema: SubSchema): readonly string[];
}

const NESTED = ['allOf', 'not', 'if', 'then', 'else', 'dependentSchemas', 'dependentRequired'];
const COUNTED = ['patternProperties', 'propertyNames', 'minProperties', 'maxProperties'];
const LISTED = ['contains', 'minContains', 'maxContains', 'uniqueItems', 'prefixItems'];
const UNEVALUATED = ['unevaluatedProperties', 'unevaluatedItems'];
const NOT_STRICT = [
  ...NESTED,
  ...COUNTED,
  ...LISTED,
  ...UNEVALUATED,
  'oneOf',
  'minLength',
  'maxLength',
];
const NOT_GEMINI = [...NESTED, ...COUNTED, ...LISTED, ...UNEVALUATED, 'oneOf', 'const', '$ref'];
const GEMINI_FORMATS = new Set(['enum', 'date-time', 'float', 'double', 'int32', 'int64']);
const ANTHROPIC_KEY = /^[a-zA-Z0-9_.-]{1,64}$/;
const STRICT_DEPTH = 10;

/** What the large providers say of schemas of tools, as of their documentation. */
const RULES: readonly ProviderRules[] = [
  {
    provider: 'OpenAI (strict)',
    isRefused: false,
    find: ({ schema, depth }) => [
      ...unknownKeywords(schema, NOT_STRICT),
      ...(depth > STRICT_DEPTH ? [`is more than ${STRICT_DEPTH} levels deep`] : []),
      ...(isObject(schema) ? strictObject(schema) : []),
    ],
  },
  {
    provider: 'Anthropic',
    isRefused: true,
    find: ({ schema, path }) => [
      ...(path === '' ? rootAlternatives(schema) : []),
      ...Object.keys(propertiesOf(schema))
        .filter((key) => !ANTHROPIC_KEY.test(key))
        .map(
          (key) =>
            `the property ${JSON.stringify(key)} must be of letters, digits, ".", "_" and "-", at most 64`,
        ),
      ...oldKeywords(schema),
    ],
  },
  {
    provider: 'Gemini',
    isRefused: true,
    find: ({ schema, path }) => [
      ...unknownKeywords(schema, NOT_GEMINI),
      ...(Array.isArray(schema['type'])
        ? ['"type" must be one type: write `nullable` or `anyOf`']
        : []),
      ...(Array.isArray(schema['enum']) && schema['enum'].some((each) => typeof each !== 'string')
        ? ['"enum" may hold texts only']
        : []),
      ...(schema['type'] === 'array' && schema['items'] === undefined
        ? ['an array needs "items"']
        : []),
      ...(path !== '' && isObject(schema) && Object.keys(propertiesOf(schema)).length === 0
        ? ['an object needs "properties"']
        : []),
      ...geminiFormat(schema),
    ],
  },
];

/** Everything that one of the large providers would not take of the schema of a tool. */
export function findProviderFaults(schema: JsonSchema): readonly ProviderFault[] {
  return RULES.flatMap(({ provider, isRefused, find }) =>
    [...walkSchema(schema)].flatMap((each) =>
      find(each).map((message) => ({ provider, isRefused, path: each.path, message })),
    ),
  );
}

type Schema = SubSchema['schema'];

function unknownKeywords(schema: Schema, keywords: readonly string[]): readonly string[] {
  return keywords
    .filter((keyword) => Object.hasOwn(schema, keyword))
    .map((keyword) => `"${keyword}" is not taken`);
}

function strictObject(schema: Schema): readonly string[] {
  const required = Array.isArray(schema['required']) ? schema['required'] : [];
  const optional = Object.keys(propertiesOf(schema)).filter((key) => !required.includes(key));
  return [
    ...(schema['additionalProperties'] === false ? [] : ['"additionalProperties" must be false']),
    ...(optional.length === 0
      ? []
      : [`${optional.slice(0, 5).join(', ')} must be required; let them be null instead`]),
  ];
}

function rootAlternatives(schema: Schema): readonly string[] {
  return ['oneOf', 'anyOf', 'allOf']
    .filter((keyword) => Object.hasOwn(schema, keyword))
    .map((keyword) => `"${keyword}" may not stand at the top`);
}

/** Of drafts before 2020-12. */
function oldKeywords(schema: Schema): readonly string[] {
  return [
    ...(Array.isArray(schema['items']) ? ['"items" may not be a list: write "prefixItems"'] : []),
    ...['exclusiveMinimum', 'exclusiveMaximum']
      .filter((keyword) => typeof schema[keyword] === 'boolean')
      .map((keyword) => `"${keyword}" must be a number`),
  ];
}

function geminiFormat(schema: Schema): readonly string[] {
  const format = schema['format'];
  if (typeof format !== 'string' || GEMINI_FORMATS.has(format)) return [];
  return [`the format "${format.slice(0, 50)}" is not taken`];
}

function isObject(schema: Schema): boolean {
  return schema['type'] === 'object';
}

function propertiesOf(schema: Schema): { readonly [key: string]: unknown } {
  const properties = schema['properties'];
  return typeof properties === 'object' && properties !== null ? { ...properties } : {};
}
