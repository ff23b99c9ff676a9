import { shellWord } from '@mortise/contracts';

/**
 * Remedies that are commands. Each is a whole sentence, and what stands between its backticks can be
 * typed as it is.
 */
export function allowRemedy(agentId: string, tool: string, list?: string): string {
  return `Run \`mortise allow ${wordsOf(agentId, tool)}${listOption(list)}\`.`;
}

/** Takes an entry out of a deny list again. */
export function stopDenyingRemedy(agentId: string, entry: string, list?: string): string {
  return `Run \`mortise deny ${wordsOf(agentId, entry)} --remove${listOption(list)}\`.`;
}

/** Switches an extension on again. */
export function enableRemedy(extensionId: string): string {
  return `Run \`mortise enable ${shellWord(extensionId)}\`.`;
}

/** Each once, and `last` behind the others: it works when nothing else is in its way. */
export function orderRemedies(remedies: readonly string[], last: string): readonly string[] {
  const once: string[] = [];
  for (const each of remedies) if (each !== last && !once.includes(each)) once.push(each);
  return remedies.includes(last) ? [...once, last] : once;
}

function wordsOf(agentId: string, entry: string): string {
  return `${shellWord(agentId)} ${shellWord(entry)}`;
}

function listOption(list: string | undefined): string {
  return list === undefined ? '' : ` --list ${shellWord(list)}`;
}
