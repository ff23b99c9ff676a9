import { posix } from 'node:path';
import { EXTENSION_ID_PATTERN, jsonDepthWithin } from '@mortise/contracts';
import { isRecord, type PackageView } from '../files/package-view.ts';
import { DEEPEST_MANIFEST } from './check-manifest.ts';

/** What is ours of an OpenClaw manifest; the rest of it speaks of things this host does not have. */
export interface OpenClawPackage {
  /** To be checked like any other manifest. */
  readonly rawManifest: unknown;
  readonly file: string;
  readonly entries: readonly string[];
  readonly configDefaults: { readonly [key: string]: unknown };
}

/** Reads `openclaw.plugin.json` and `package.json#openclaw`; `undefined` if neither is there. */
export function readOpenClawPackage(root: string, view: PackageView): OpenClawPackage | undefined {
  const plugin = view.readObject(posix.join(root, 'openclaw.plugin.json'));
  const packageJson = view.readObject(posix.join(root, 'package.json')) ?? {};
  const section = isRecord(packageJson['openclaw']) ? packageJson['openclaw'] : undefined;
  if (plugin === undefined && section?.['extensions'] === undefined) return undefined;
  const configSchema = isRecord(plugin?.['configSchema']) ? plugin['configSchema'] : undefined;
  return {
    rawManifest: {
      id: toId(plugin?.['id'] ?? packageJson['name']),
      ...textField('version', plugin?.['version'] ?? packageJson['version']),
      ...textField('description', plugin?.['description'] ?? packageJson['description']),
      ...checkedSchema(configSchema, plugin, section),
    },
    file: plugin === undefined ? 'package.json' : 'openclaw.plugin.json',
    entries: findEntries({ root, view, declared: declaredEntries(section, plugin, packageJson) }),
    configDefaults: defaultsOf(configSchema),
  };
}

/** What says more of an object than what its keys are: such a schema cannot be opened for other keys. */
const WHOLE = [
  ...['allOf', 'anyOf', 'oneOf', 'not', 'if', '$ref', '$dynamicRef', 'dependentSchemas'],
  ...['patternProperties', 'propertyNames', 'maxProperties', 'minProperties', 'enum', 'const'],
];

/**
 * What a channel is configured with has a schema of its own, and both stand in one `config` here: of a
 * plugin with channels the keys that its own schema names are checked, and others may be the channel's.
 */
function checkedSchema(configSchema: Source, plugin: Source, section: Source): object {
  if (configSchema === undefined) return {};
  if (!hasChannels(plugin, section)) return { configSchema };
  if (WHOLE.some((keyword) => Object.hasOwn(configSchema, keyword))) return {};
  const { additionalProperties: _, unevaluatedProperties: __, ...rest } = configSchema;
  const named = isRecord(rest['properties']) ? rest['properties'] : {};
  const ofChannels = new Set(channelSchemas(plugin).flatMap(keysOf));
  const own = Object.entries(named).filter(([key]) => !ofChannels.has(key));
  return { configSchema: { ...rest, properties: Object.fromEntries(own) } };
}

/** Where a manifest says what its channels are configured with. */
function channelSchemas(plugin: Source): readonly unknown[] {
  const configs = plugin?.['channelConfigs'];
  return isRecord(configs)
    ? Object.values(configs).map((each) => (isRecord(each) ? each['schema'] : undefined))
    : [];
}

function keysOf(schema: unknown): readonly string[] {
  return isRecord(schema) && isRecord(schema['properties'])
    ? Object.keys(schema['properties'])
    : [];
}

function hasChannels(plugin: Source, section: Source): boolean {
  const channels = plugin?.['channels'];
  return (Array.isArray(channels) && channels.length > 0) || section?.['channel'] !== undefined;
}

/** Ids of plugins may have a scope and dots and begin with a digit; ours may not. */
function toId(rawId: unknown): unknown {
  if (typeof rawId !== 'string' || new RegExp(EXTENSION_ID_PATTERN).test(rawId)) return rawId;
  const plain = rawId.replace(/^@[^/]*\//, '').replace(/[^A-Za-z0-9_-]/g, '-');
  return (/^[A-Za-z]/.test(plain) ? plain : `plugin-${plain.replace(/^[_-]+/, '')}`).slice(0, 64);
}

function textField(key: string, value: unknown): { readonly [key: string]: string } {
  return typeof value === 'string' ? { [key]: value.slice(0, key === 'version' ? 64 : 2_000) } : {};
}

type Source = { readonly [key: string]: unknown } | undefined;

/** `runtimeExtensions` is what runs; `extensions` may be the TypeScript that was not published. */
function declaredEntries(section: Source, plugin: Source, packageJson: Source): readonly string[] {
  const lists = [section?.['runtimeExtensions'], section?.['extensions'], plugin?.['extensions']];
  for (const list of lists) {
    if (Array.isArray(list) && list.length > 0)
      return list.filter((each) => typeof each === 'string');
  }
  const main = packageJson?.['main'];
  return [typeof main === 'string' ? main : './index.ts'];
}

interface EntrySearch {
  readonly root: string;
  readonly view: PackageView;
  readonly declared: readonly string[];
}

/** An entry in TypeScript is often published as JavaScript beside it or under `dist`. */
function findEntries({ root, view, declared }: EntrySearch): readonly string[] {
  return declared.map((entry) => {
    const path = posix.normalize(entry).replace(/^\.\//, '');
    const compiled = path.replace(/\.([cm]?)tsx?$/, '.$1js');
    const inDist = posix.join('dist', compiled.replace(/^src\//, ''));
    const candidates = [path, compiled, inDist, posix.join('dist', compiled), `${path}.js`];
    return candidates.find((each) => view.isFile(posix.join(root, each))) ?? path;
  });
}

/** The `default` of every property, objects within objects included; not one that nests as no configuration does. */
function defaultsOf(schema: unknown, depth = 0): { readonly [key: string]: unknown } {
  if (!isRecord(schema) || !isRecord(schema['properties']) || depth > 8) return {};
  const found = Object.entries(schema['properties']).flatMap(([key, property]) => {
    if (!isRecord(property) || key === '__proto__') return [];
    if (Object.hasOwn(property, 'default')) {
      const { default: value } = property;
      return jsonDepthWithin(value, DEEPEST_MANIFEST) ? [[key, value] as const] : [];
    }
    const inner = defaultsOf(property, depth + 1);
    return Object.keys(inner).length === 0 ? [] : [[key, inner] as const];
  });
  return Object.fromEntries(found);
}
