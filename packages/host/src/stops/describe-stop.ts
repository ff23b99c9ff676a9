import { type StopTarget, shellWord, showOnOneLine } from '@mortise/contracts';
import type { HeldStop } from './held-stops.ts';

/** What is stopped, as a person says it. */
export function describeTarget({ scope, name }: StopTarget): string {
  if (scope === 'all') return 'everything';
  const words = { agent: 'the agent', extension: 'the extension', server: 'the MCP server' };
  return `${words[scope]} ${showOnOneLine(name)}`;
}

/** What an agent reads in place of a result. */
export function describeStop(stop: HeldStop): string {
  const reason = stop.reason === '' ? '' : `: ${showOnOneLine(stop.reason)}`;
  return `An operator has stopped ${describeTarget(stop)}${reason}`;
}

/** How to lift it, as a command. */
export function resumeCommand({ scope, name }: StopTarget): string {
  return scope === 'all' ? 'mortise resume --all' : `mortise resume --${scope} ${shellWord(name)}`;
}
