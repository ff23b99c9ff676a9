import {
  CAPABILITIES,
  CAPABILITY_NAMES,
  type CapabilityDefinition,
  type CapabilityName,
} from '@mortise/contracts';

/** What this page reads of a schema, which is plain JSON Schema. */
interface Shape {
  readonly description?: string;
  readonly properties?: { readonly [field: string]: Shape };
  readonly required?: readonly string[] | undefined;
  readonly items?: Shape;
  readonly anyOf?: readonly Shape[];
}

const INTRODUCTION = `# Capabilities

Made from the table in \`packages/contracts/src/capabilities\` by \`pnpm docs:capabilities\`.

Code in a sandbox can reach nothing by itself. What it may ask of the host is written down here, all of
it. Three sides have to agree: the _manifest_ of the extension asks, each part with a \`reason\` that the
operator reads; the _operator_ grants, in \`mortise.lock\` or beside the extension in the configuration;
the _tool_ declares what it uses, in the words of the manifest. It gets what is within all three. Every
use is recorded in the audit log, refused ones included.

A \`*\` in a list of a request stands for whatever is granted; in folders it is granted as the workspace.

What an extension stores is kept apart by agent. Only \`"scope": "shared"\` in the manifest, with a reason,
lets agents share it. Values that a tool stored before that was so stay in \`storage.db\`; no agent sees
them, because which agent stored them was not written down.`;

/** The page of all capabilities, made from the one table. */
export function capabilitiesPage(): string {
  const sections = CAPABILITY_NAMES.map(describeCapability);
  return `${[INTRODUCTION, ...sections].join('\n\n')}\n`;
}

function describeCapability(name: CapabilityName): string {
  const definition: CapabilityDefinition = CAPABILITIES[name];
  const { summary, handle, request, grant, standard, operations } = definition;
  const way = handle === undefined ? '`fetch` and `ctx.fetch`' : `\`ctx.${handle}\``;
  const calls = Object.entries(operations).map(
    ([operation, { summary: what, input }]) =>
      `- \`${name}.${operation}(${argumentsOf(input)})\`: ${what}`,
  );
  return [
    `## ${name}`,
    `${summary} In a tool: ${way}.`,
    calls.join('\n'),
    fieldList('Asked for', request, {}),
    fieldList('Granted', grant, standard),
  ].join('\n\n');
}

function argumentsOf({ properties = {}, required = [] }: Shape): string {
  const names = Object.keys(properties);
  return names.map((name) => (required.includes(name) ? name : `${name}?`)).join(', ');
}

function fieldList(heading: string, schema: Shape, standard: object): string {
  const { properties = {}, required = [] } = recordIn(schema);
  const fields = Object.entries(properties).map(([field, { description = '' }]) => {
    const given: unknown = Reflect.get(standard, field);
    const absent = required.includes(field) ? ' Must be there.' : '';
    const rest = given === undefined ? absent : ` If absent: ${show(given)}.`;
    return `- \`${field}\`: ${description}${rest}`;
  });
  return `${heading}:\n\n${fields.join('\n')}`;
}

/** The record that a schema describes: itself, each item of a list, or the longer form of two. */
function recordIn(schema: Shape): Shape {
  if (schema.items !== undefined) return recordIn(schema.items);
  return schema.anyOf?.find(({ properties }) => properties !== undefined) ?? schema;
}

function show(value: unknown): string {
  const text = Array.isArray(value) ? value.join(', ') : String(value);
  return text === '' ? 'none' : `\`${text}\``;
}
