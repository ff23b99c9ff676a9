import type { CaseResult } from './run-case.ts';
import type { PluginResult } from './run-plugin.ts';

/** Of all packages that a sweep tries. */
export const LEAST_SHARE = 0.95;

export function resultRow({ name, version, hasAnswered, cause = '', ms }: CaseResult): string {
  const word = hasAnswered ? 'answered' : 'failed  ';
  return `${`${name}@${version}`.padEnd(44)} ${word} ${String(ms).padStart(6)} ms  ${cause}`.trimEnd();
}

export interface Tally {
  readonly text: string;
  readonly isEnough: boolean;
}

export function tallyOf(results: readonly CaseResult[]): Tally {
  const answered = results.filter(({ hasAnswered }) => hasAnswered);
  const clients = results.filter(({ isClient }) => isClient);
  const answeredClients = clients.filter(({ hasAnswered }) => hasAnswered);
  const share = results.length === 0 ? 0 : answered.length / results.length;
  const percent = (share * 100).toFixed(1);
  return {
    text: `${answered.length} of ${results.length} packages answered (${percent} %), ${answeredClients.length} of ${clients.length} clients with their requests`,
    isEnough: share >= LEAST_SHARE,
  };
}

/** Of plugins with tools that npm has: those that register them. */
export const LEAST_REGISTERING = 0.7;

export function pluginRow(result: PluginResult): string {
  const { name, version, tools, called, hasAnswered, cause = '', ms } = result;
  const word = hasAnswered ? `${called} answered` : called === undefined ? '' : `${called} failed`;
  return `${`${name}@${version}`.padEnd(50)} ${String(tools.length).padStart(3)} tools ${String(ms).padStart(6)} ms  ${word}  ${cause}`.trimEnd();
}

/** What its package depends on is not where npm looks: nothing of it could be tried. */
function isInstalled({ cause = '' }: PluginResult): boolean {
  return !cause.startsWith('npm cannot install it');
}

export function tallyOfPlugins(all: readonly PluginResult[]): Tally {
  const results = all.filter(isInstalled);
  const registering = results.filter(({ tools }) => tools.length > 0);
  const called = results.filter(({ called: tool }) => tool !== undefined);
  const answered = called.filter(({ hasAnswered }) => hasAnswered);
  const share = results.length === 0 ? 0 : registering.length / results.length;
  return {
    text: `${registering.length} of ${results.length} plugins register their tools (${(share * 100).toFixed(1)} %), ${answered.length} of ${called.length} that were called answered; ${all.length - results.length} more could not be installed`,
    isEnough: share >= LEAST_REGISTERING && answered.length === called.length,
  };
}
