import { type Diagnostic, type HostConfig, MortiseError } from '@mortise/contracts';
import { changeFile } from '../files/change-file.ts';
import type { ConfigEnvironment } from './interpolate.ts';
import { parseConfig } from './parse-config.ts';

export interface ConfigEditOptions {
  /** What `${NAME}` in values may read. */
  readonly env?: ConfigEnvironment;
  /** What else is wrong with a configuration, beyond its text: a host knows tools and toolkits. */
  readonly check?: (config: HostConfig) => readonly Diagnostic[];
}

export type ConfigEditResult =
  | { readonly status: 'changed' | 'unchanged'; readonly text: string }
  | { readonly status: 'refused'; readonly diagnostics: readonly Diagnostic[] };

/**
 * Edits the text of a configuration file, one editor after the other. An edit after which the
 * configuration could not be used is refused with every reason, and nothing is written. Throws what
 * `changeFile` throws, and what `edit` throws.
 */
export async function changeConfigFile(
  path: string,
  edit: (text: string) => string,
  { env, check }: ConfigEditOptions = {},
): Promise<ConfigEditResult> {
  let faults: readonly Diagnostic[] = [];
  const { isChanged, text } = await changeFile(path, (before) => {
    faults = [];
    if (before === undefined) throw new MortiseError('file_not_writable', `${path} is not there.`);
    const after = edit(before);
    if (after === before) return before;
    const parsed = parseConfig(after, { fileName: path, ...(env === undefined ? {} : { env }) });
    faults =
      parsed.status === 'ok'
        ? (check?.(parsed.config) ?? []).filter(({ severity }) => severity === 'error')
        : parsed.diagnostics;
    return faults.length === 0 ? after : before;
  });
  if (faults.length > 0) return { status: 'refused', diagnostics: faults };
  return { status: isChanged ? 'changed' : 'unchanged', text };
}
