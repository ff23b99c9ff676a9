import type { JsonValue } from '../json.ts';

/** One entry of an allow or deny list, trimmed, with the place it was written at. */
export interface ConfigSelector {
  readonly text: string;
  readonly path: string;
}

/** A reference to a profile, loadout or toolkit by name. */
export interface ConfigReference {
  readonly name: string;
  readonly path: string;
}

/** A tool by name with what the configuration says to it. */
export interface ConfiguredTool {
  /** Trimmed, spelled as written. */
  readonly name: string;
  readonly overrides: { readonly [key: string]: JsonValue };
  /** Ends with the name, in both forms of an entry: `toolkits.devops.tools[1].docker`. */
  readonly path: string;
}

/**
 * Stands where a secret's value would be. Configuration keeps the reference; only a broker, at the
 * moment of use, sees the value. May stand anywhere in overrides, extension config, and `env`, `args` and `headers` of MCP servers.
 */
export interface SecretReference {
  readonly $secret: string;
}
