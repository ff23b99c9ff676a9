import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { HostConfig, SessionStore } from '@mortise/contracts';
import { parseConfig } from '@mortise/host';
import { CaseHost } from '../conformance/forms/case-host.ts';

const EXAMPLES = join(import.meta.dirname, '../../examples');

/** The text of a file under `examples`. */
export function readExample(path: string): string {
  return readFileSync(join(EXAMPLES, path), 'utf8');
}

export function parseExample(path: string): HostConfig {
  const parsed = parseConfig(readExample(path), { fileName: path });
  if (parsed.status === 'ok') return parsed.config;
  throw new Error(parsed.diagnostics.map((each) => each.message).join('\n'));
}

export interface SeedHostOptions {
  readonly store?: SessionStore;
  readonly continuations?: number;
  readonly config?: HostConfig;
}

/** A host with the configuration of the toolkit document and every tool it names. */
export function createSeedHost(options: SeedHostOptions = {}): CaseHost {
  const config = options.config ?? parseExample('mindroom/mortise.config.yaml');
  const named = [config.defaults, ...config.agents, ...config.toolkits];
  const names = new Set(named.flatMap(({ tools = [] }) => tools.map(({ name }) => name)));
  const host = new CaseHost({
    tools: Array.from(names, (name) => ({ name })),
    withControlPlane: true,
    ...options,
  });
  const errors = host.use(config);
  if (errors.length > 0) throw new Error(errors.map((each) => each.message).join('\n'));
  return host;
}
