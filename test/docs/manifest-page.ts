import { ExtensionManifest } from '@mortise/contracts';
import { markdownTable } from './markdown-table.ts';

/** What this page reads of a schema, which is plain JSON Schema. */
interface Shape {
  readonly description?: string;
  readonly type?: string;
  readonly pattern?: string;
  readonly maxLength?: number;
  readonly properties?: { readonly [field: string]: Shape };
  readonly required?: readonly string[];
  readonly items?: Shape;
  readonly patternProperties?: { readonly [pattern: string]: Shape };
}

const INTRODUCTION = `# The manifest

Made from the schema in \`packages/contracts/src/manifest.ts\` by \`pnpm docs:capabilities\`.

An extension is a folder with a \`mortise.json\`, or with \`"mortise": { … }\` in its package.json. Only \`id\` must be
there. What is wrong with it is said with its line, all of it at once: \`mortise check .\`

\`\`\`json
{
  "id": "weather",
  "version": "0.1.0",
  "description": "Tells the weather.",
  "capabilities": {
    "network": { "allowedHosts": ["api.open-meteo.com"], "reason": "forecasts" },
    "storage": { "reason": "remembers the home city" }
  }
}
\`\`\``;

const CLOSING = `What stands under \`capabilities\` is asked for and granted by the operator, part by part:
[capabilities](capabilities.md) says what each means. A plugin in the shape of OpenClaw needs no \`mortise.json\`: its
\`openclaw.plugin.json\` is read in its place.`;

/** The page of the manifest, made from its schema. */
export function manifestPage(): string {
  const { properties = {}, required = [] } = ExtensionManifest as Shape;
  const rows = Object.entries(properties).map(([name, shape]) => [
    `\`${name}\``,
    typeOf(shape),
    required.includes(name) ? 'yes' : '',
    describe(name, shape),
  ]);
  const table = markdownTable(['key', 'type', 'needed', 'meaning'], rows);
  return `${[INTRODUCTION, table, CLOSING].join('\n\n')}\n`;
}

function typeOf({ type, items, properties, patternProperties }: Shape): string {
  if (items !== undefined) return `list of ${typeOf(items)}s`;
  if (properties !== undefined || patternProperties !== undefined) return 'object';
  return type === 'string' ? 'text' : (type ?? 'any');
}

function describe(name: string, { description = '', pattern }: Shape): string {
  const form = pattern === undefined ? '' : ` Like \`${pattern}\`.`;
  const what = name === 'capabilities' ? 'What it asks for; see below.' : description;
  return `${what}${form}`.replaceAll('|', '\\|');
}
