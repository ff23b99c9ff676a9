import { type Diagnostic, freezeJson, type HostConfig } from '@mortise/contracts';
import { BUILTIN_PROFILES } from '@mortise/core';
import { checkReferences } from './check-references.ts';
import { checkSchema } from './check-schema.ts';
import { checkSecrets } from './check-secrets.ts';
import {
  type ConfigDocument,
  documentOf,
  type PositionTable,
  tabulate,
} from './config-document.ts';
import { ConfigFindings } from './config-findings.ts';
import { type ConfigFormat, formatOf } from './config-format.ts';
import { CONFIG_LIMITS } from './config-limits.ts';
import type { ConfigNode } from './config-node.ts';
import { ConfigReading } from './config-reading.ts';
import type { ConfigEnvironment } from './interpolate.ts';
import { normaliseConfig } from './normalise-config.ts';
import { readObject } from './read-object.ts';
import { readText } from './read-text.ts';
import { resolveValues } from './resolve-values.ts';

/** What a configuration may depend on besides itself. */
export interface ParseObjectOptions {
  /** What diagnostics call the source. */
  readonly fileName?: string;
  /** Variables for `${NAME}`; none unless given. */
  readonly env?: ConfigEnvironment;
  /** The revision that runs now; the result has the next one. */
  readonly previousRevision?: number;
  /** Profiles that exist without being configured. */
  readonly knownProfiles?: readonly string[];
}

/** The same for text, which also has a notation. */
export interface ParseConfigOptions extends ParseObjectOptions {
  readonly fileName: string;
  /** Taken from the end of `fileName` if absent. */
  readonly format?: ConfigFormat;
}

/** A configuration that can be put in force, or every reason why it cannot. */
export type ParsedConfig =
  | {
      readonly status: 'ok';
      readonly config: HostConfig;
      readonly document: ConfigDocument;
      readonly diagnostics: readonly Diagnostic[];
    }
  | {
      readonly status: 'failed';
      readonly diagnostics: readonly Diagnostic[];
      /** As far as it could be read. To be looked at for more mistakes, never to be put in force. */
      readonly draft?: ConfigDraft;
    };

export interface ConfigDraft {
  readonly config: HostConfig;
  readonly document: ConfigDocument;
}

/**
 * Turns the text of a configuration into a frozen `HostConfig`, or into everything that is wrong
 * with it, each with its line. Never throws, reads nothing but its arguments.
 */
export function parseConfig(text: string, options: ParseConfigOptions): ParsedConfig {
  return parseWithPositions(text, options).parsed;
}

/** The same with where everything stands, as plain data. */
export function parseWithPositions(
  text: string,
  options: ParseConfigOptions,
): { readonly parsed: ParsedConfig; readonly positions: PositionTable | undefined } {
  const findings = new ConfigFindings();
  const root = readChecked(text, options, findings);
  const positions = root && tabulate(root);
  return { parsed: finishConfig({ root, positions }, options, findings), positions };
}

/** The same for an embedder that passes the configuration as a plain object; there are no lines then. */
export function parseConfigObject(value: unknown, options: ParseObjectOptions = {}): ParsedConfig {
  const findings = new ConfigFindings();
  const root = readObject(value, findings);
  return finishConfig({ root, positions: root && tabulate(root) }, options, findings);
}

function readChecked(
  text: string,
  { fileName, format = formatOf(fileName) }: ParseConfigOptions,
  findings: ConfigFindings,
): ConfigNode | undefined {
  if (format === undefined) {
    const message = 'the name does not end in .yaml, .yml, .json, .jsonc or .json5.';
    findings.report({ code: 'config_unreadable', path: '', message });
    return undefined;
  }
  if (Buffer.byteLength(text) > CONFIG_LIMITS.bytes) {
    const message = `the text has more than ${CONFIG_LIMITS.bytes} bytes.`;
    findings.report({ code: 'config_too_large', path: '', message });
    return undefined;
  }
  return readText(text, format, findings);
}

interface ReadNodes {
  readonly root: ConfigNode | undefined;
  readonly positions: PositionTable | undefined;
}

function finishConfig(
  { root, positions }: ReadNodes,
  options: ParseObjectOptions,
  findings: ConfigFindings,
): ParsedConfig {
  const document = documentOf(options.fileName ?? 'configuration', positions);
  const config = root && buildConfig(root, options, findings);
  const diagnostics = findings.toDiagnostics(document);
  if (config === undefined) return { status: 'failed', diagnostics };
  freezeJson(config);
  const draft = { config, document };
  return findings.isEmpty
    ? { status: 'ok', ...draft, diagnostics }
    : { status: 'failed', diagnostics, draft };
}

const BUILT_IN_NAMES = BUILTIN_PROFILES.map(({ name }) => name);

function buildConfig(
  root: ConfigNode,
  { env = {}, previousRevision = 0, knownProfiles = BUILT_IN_NAMES }: ParseObjectOptions,
  findings: ConfigFindings,
): HostConfig | undefined {
  // A part that was cut off would give a second, misleading round of findings.
  if (findings.has('config_too_large')) return undefined;
  // An empty file sets no limit at all; an operator who means that writes `{}`.
  if (root.kind === 'scalar' && root.value === null) {
    const message = 'the configuration is empty; write {} if nothing is to be configured.';
    findings.report({ code: 'config_invalid', path: '', message });
    return undefined;
  }
  const { value, writtenForms } = resolveValues(root, env, findings);
  const file = checkSchema(value, findings);
  if (file === undefined) return undefined;
  const reading = new ConfigReading(findings, writtenForms);
  const config = normaliseConfig(file, previousRevision + 1, reading);
  checkReferences(config, knownProfiles, reading);
  checkSecrets(config, reading);
  return config;
}
