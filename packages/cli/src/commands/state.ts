import { resolve } from 'node:path';
import { didYouMean, MortiseError } from '@mortise/contracts';
import {
  ExportedState,
  type MoveReport,
  moveState,
  openPostgresSide,
  openSqliteSide,
  openStateFolder,
  StateExport,
  type StateFolder,
  type StateSource,
  type StateTarget,
} from '@mortise/host';
import { findConfig } from '../config/find-config.ts';
import { CliFault } from '../output/cli-fault.ts';
import { type CommandResult, succeed } from '../output/command-result.ts';
import { countOf } from '../output/count-of.ts';
import { formatTable } from '../output/format-table.ts';
import { findRunningHost } from '../running/running-host.ts';
import { findStateAddress } from '../settings/find-state-address.ts';
import { findStateFolder } from '../settings/find-state-folder.ts';
import {
  type CommandAction,
  type CommandInput,
  type CommandWorld,
  textArgument,
  textOption,
} from './cli-command.ts';

/** `mortise state migrate|export|import`: moves everything that hosts keep, all of it or nothing. */
export const stateCommand: CommandAction = {
  async run(world, input): Promise<CommandResult> {
    const name = textArgument(input, 0);
    const action = Object.hasOwn(ACTIONS, name) ? ACTIONS[name as keyof typeof ACTIONS] : undefined;
    if (action === undefined) {
      const known = Object.keys(ACTIONS);
      const message = `There is no \`mortise state ${name}\`${didYouMean(name, known) || '.'}`;
      throw usage(message, `There are ${known.join(', ')}.`);
    }
    return action(await findPlaces(world, input), input, world);
  },
};

const ACTIONS = { migrate, export: exportState, import: importState };

/** Where a configuration says that its state is. */
interface StatePlaces {
  readonly folder: StateFolder;
  /** Of the database, with its password; absent if files keep the state. */
  readonly address?: string;
}

async function findPlaces(world: CommandWorld, input: CommandInput): Promise<StatePlaces> {
  const config = findConfig(world.cwd, textOption(input, 'config'));
  const folder = await findStateFolder(config, world);
  const running = findRunningHost(folder.running);
  if (running !== undefined) {
    const detail = `A host serves it: pid ${running.pid}, ${running.url}.`;
    throw new MortiseError('state_in_use', detail);
  }
  const address = await findStateAddress(config, world);
  return { folder, ...(address === undefined ? {} : { address }) };
}

async function migrate(places: StatePlaces, input: CommandInput): Promise<CommandResult> {
  const to = textOption(input, 'to') ?? 'database';
  if (to !== 'database' && to !== 'files') {
    throw usage(`--to has no "${to.slice(0, 40)}".`, 'It is `database` or `files`.');
  }
  await using files = await openFiles(places, to === 'files' ? 'target' : 'source');
  await using database = await openDatabase(places);
  const [source, target] = to === 'files' ? [database, files] : [files, database];
  // Awaited here: both sides are closed behind it.
  return await move(source, target, input);
}

async function exportState(places: StatePlaces, input: CommandInput, { cwd }: CommandWorld) {
  const path = resolve(cwd, requireFile(input));
  const options = { replaces: isReplacing(input), now: Date.now };
  await using source = await openConfigured(places, 'source');
  await using target = await StateExport.create(path, options);
  const moved = await move(source, target, input);
  return { ...moved, text: `${moved.text}\n  ${KEEP_IT}` };
}

/** It is no file of a host that knows it: no grant keeps away from it by itself. */
const KEEP_IT =
  'keep the file where no grant for files reaches: who can write to it can put tokens into it';

async function importState(places: StatePlaces, input: CommandInput, { cwd }: CommandWorld) {
  await using source = await ExportedState.open(resolve(cwd, requireFile(input)));
  await using target = await openConfigured(places, 'target');
  return await move(source, target, input);
}

async function move(
  source: StateSource,
  target: StateTarget,
  input: CommandInput,
): Promise<CommandResult> {
  const report = await moveState(source, target, { replaces: isReplacing(input) });
  return succeed(report, describe(report));
}

function describe({ from, to, moved, replaced }: MoveReport): string {
  const sum = (counts: MoveReport['moved']) =>
    Object.values(counts).reduce((total, count) => total + count, 0);
  const rows = Object.entries(moved).map(([table, count]) => [`  ${table}`, String(count)]);
  const gone = sum(replaced);
  return [
    `moved ${countOf(sum(moved), 'row')} from ${from} to ${to}, read back and compared`,
    formatTable(rows),
    ...(gone === 0
      ? []
      : [`  ${countOf(gone, 'row')} that ${gone === 1 ? 'was' : 'were'} there went`]),
    '  what was moved is still where it came from: keep it from being used again',
  ].join('\n');
}

async function openConfigured(places: StatePlaces, as: 'source' | 'target'): Promise<StateTarget> {
  return places.address === undefined ? openFiles(places, as) : openDatabase(places);
}

async function openFiles({ folder }: StatePlaces, as: 'source' | 'target'): Promise<StateTarget> {
  if (as === 'target') openStateFolder(folder.path);
  return openSqliteSide({ folder, now: Date.now }, as);
}

async function openDatabase({ address }: StatePlaces): Promise<StateTarget> {
  if (address !== undefined) return openPostgresSide(address);
  throw usage(
    'No database is named.',
    'Set `state` in the configuration, MORTISE_STATE or --state to postgres://user@host:5432/database; see docs/replicas.md.',
  );
}

function requireFile(input: CommandInput): string {
  const file = textArgument(input, 1);
  if (file !== '') return file;
  throw usage('Name the file.', 'For example: mortise state export state.jsonl');
}

function isReplacing(input: CommandInput): boolean {
  return input.options['replace'] === true;
}

function usage(message: string, hint: string): CliFault {
  return new CliFault('usage', { code: 'usage', message, hint });
}
