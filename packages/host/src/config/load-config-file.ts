import { ERROR_CODES } from '@mortise/contracts';
import {
  type ParseConfigOptions,
  type ParsedConfig,
  parseConfig,
  parseConfigObject,
} from './parse-config.ts';
import { type ConfigSource, readConfigFile } from './read-config-file.ts';

/** As for text; the file brings its own name. */
export type LoadConfigOptions = Omit<ParseConfigOptions, 'fileName'>;

/**
 * Reads and parses a config file (YAML, JSON with or without comments, or a module with a default
 * export), or the one `mortise.config.*` of a folder. Never rejects: a missing file is a diagnostic.
 */
export async function loadConfigFile(
  path: string,
  options: LoadConfigOptions = {},
): Promise<ParsedConfig> {
  return parseSource(await readConfigFile(path), options);
}

export function parseSource(source: ConfigSource, options: LoadConfigOptions): ParsedConfig {
  const { fileName } = source;
  if (source.kind === 'text') return parseConfig(source.text, { ...options, fileName });
  if (source.kind === 'value') return parseConfigObject(source.value, { ...options, fileName });
  const { code, reason } = source;
  const { summary, hint } = ERROR_CODES[code];
  return {
    status: 'failed',
    diagnostics: [
      {
        code,
        severity: 'error',
        message: `${summary.slice(0, -1)}: ${reason}.`,
        subject: '',
        path: '',
        file: fileName,
        hint,
      },
    ],
  };
}
