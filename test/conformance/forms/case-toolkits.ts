import { CaseData, isRecord } from '../conformance-case.ts';
import type { CaseTool } from './case-host.ts';

/** Shared-only integrations of the toolkit document. */
const SHARED_ONLY: ReadonlySet<string> = new Set(['spotify', 'homeassistant']);
/** Reserved for the host; never registered by a case. */
const RESERVED: ReadonlySet<string> = new Set(['delegate', 'dynamic_tools', 'self_config']);

/** Every tool that configurations name, as a registered core tool, except those said to be absent. */
export function toolsNamedIn(
  configs: readonly unknown[],
  absent: ReadonlySet<string> = new Set(),
): readonly CaseTool[] {
  const names = new Set(configs.flatMap(namesIn));
  return [...names]
    .filter((name) => !absent.has(name) && !RESERVED.has(name))
    .map((name) => ({ name, sharedOnly: SHARED_ONLY.has(name) }));
}

function namesIn(raw: unknown): readonly string[] {
  const config = new CaseData(raw);
  const holders = [
    config.get('defaults'),
    ...valuesOf(config.get('agents')),
    ...valuesOf(config.get('toolkits')),
  ];
  return holders.flatMap((holder) => new CaseData(holder).list('tools')).flatMap(nameOf);
}

function valuesOf(raw: unknown): readonly unknown[] {
  return isRecord(raw) ? Object.values(raw) : [];
}

function nameOf(tool: unknown): readonly string[] {
  const names = isRecord(tool) ? Object.keys(tool) : [tool];
  return names.filter((name) => typeof name === 'string').map((name) => name.trim());
}
