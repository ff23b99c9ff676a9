import { listGrantValues } from '@mortise/contracts';
import { type CommandResult, succeed } from '../output/command-result.ts';
import { formatTable } from '../output/format-table.ts';
import { findStateFolder } from '../settings/find-state-folder.ts';
import { type CommandAction, textArgument } from './cli-command.ts';
import {
  findInstalledGrants,
  type InstalledGrants,
  pinCommand,
  readGrants,
} from './installed-grants.ts';
import { isSameValue } from './same-value.ts';
import { readUsage, type Usage } from './used-grants.ts';

/** `mortise grants [id]`: what extensions ask for, what they were granted, and what they used. */
export const grantsCommand: CommandAction = {
  async run(world, input): Promise<CommandResult> {
    const files = await readGrants(world, input);
    const id = textArgument(input, 0);
    const shown = id === '' ? files.extensions : [findInstalledGrants(files, id)];
    const { audit } = await findStateFolder(files.config, world);
    const usage = await readUsage(audit, shown);
    const rows = shown.map((each) => ({ each, values: rowsOf(each, usage) }));
    const data = rows.map(({ each, values }) => ({ id: each.id, values }));
    const text = rows.map(({ each, values }) => format(each, values)).join('\n');
    return succeed(data, text === '' ? 'nothing is installed; see `mortise add`' : text);
  },
};

interface ValueRow {
  readonly capability: string;
  readonly value: string;
  readonly words: string;
  readonly isAsked: boolean;
  readonly isGranted: boolean;
  readonly standsIn?: string;
  readonly used?: Usage;
}

function rowsOf(
  { id, asked, granted, standsIn }: InstalledGrants,
  usage: ReadonlyMap<string, Usage>,
): readonly ValueRow[] {
  const has = listGrantValues(granted);
  const wants = listGrantValues(asked);
  return [...has, ...wants.filter((each) => !has.some(isSameValue(each)))].map((each) => {
    const isGranted = has.includes(each);
    const used = usageOf(usage, `${id} ${each.capability}`, each.value);
    return {
      ...each,
      isAsked: !isGranted || wants.some(isSameValue(each)),
      ...{ isGranted, ...(isGranted && { standsIn: standsIn(each.capability) }) },
      ...(used && { used }),
    };
  });
}

/** Of a value, or of the whole capability where a use cannot be told apart. */
function usageOf(
  usage: ReadonlyMap<string, Usage>,
  capability: string,
  value: string,
): Usage | undefined {
  const isToldApart = usage.keys().some((key) => key.startsWith(`${capability} `));
  return usage.get(isToldApart ? `${capability} ${value}` : capability);
}

function format(extension: InstalledGrants, values: readonly ValueRow[]): string {
  const { id, entry, isPinned } = extension;
  const heading = `${id} ${entry.version}${isPinned ? '' : `   not pinned: ${pinCommand(extension)}`}`;
  if (values.length === 0) return `${heading}: asks for nothing`;
  const rows = values.map(({ capability, value, words, isGranted, standsIn, used }) => [
    isGranted ? 'granted' : 'asked',
    capability,
    words,
    used === undefined ? (isGranted ? 'no use recorded' : '') : describeUse(used),
    isGranted ? (standsIn ?? '') : `mortise grant ${id} ${capability} ${shellWord(value)}`,
  ]);
  return `${heading}\n${formatTable(rows)}`;
}

function describeUse({ count, lastAt }: Usage): string {
  const at = new Date(lastAt).toISOString().slice(0, 16).replace('T', ' ');
  return `used ${count} ×, last ${at}`;
}

/** A value that a stranger wrote, as a word that can be pasted; one that is not plain is left to the reader. */
function shellWord(value: string): string {
  if (/^[A-Za-z0-9._/:@+-]{1,200}$/.test(value)) return value;
  return /^[A-Za-z0-9._/:@+*-]{1,200}$/.test(value) ? `'${value}'` : '<value>';
}
