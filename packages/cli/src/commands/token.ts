import { didYouMean } from '@mortise/contracts';
import { endConsoleSessions, rotateApiToken } from '@mortise/gateway';
import type { TokenDescription } from '@mortise/host';
import { findConfig } from '../config/find-config.ts';
import { findAnsweringHost, type ViewChoice } from '../host-view/open-view.ts';
import { findTokenFile, openTokenKeeper } from '../host-view/token-keeper.ts';
import { CliFault } from '../output/cli-fault.ts';
import { type CommandResult, succeed } from '../output/command-result.ts';
import { formatTable } from '../output/format-table.ts';
import {
  type CommandAction,
  type CommandInput,
  listOption,
  textArgument,
  textOption,
} from './cli-command.ts';
import { readTokenWish, requireAgents } from './token-wish.ts';

/** `mortise token create|list|revoke|rotate`. */
export const tokenCommand: CommandAction = {
  async run(world, input): Promise<CommandResult> {
    const choice = { ...world, config: textOption(input, 'config') };
    const action = textArgument(input, 0);
    const run = Object.hasOwn(ACTIONS, action)
      ? ACTIONS[action as keyof typeof ACTIONS]
      : undefined;
    if (run !== undefined) return run(choice, input);
    throw new CliFault('usage', {
      code: 'usage',
      message: `There is no \`token ${action}\`${didYouMean(action, Object.keys(ACTIONS))}`,
      hint: `There are ${Object.keys(ACTIONS).join(', ')}.`,
    });
  },
};

const ACTIONS = { create, list, revoke, rotate };

async function create(choice: ViewChoice, input: CommandInput): Promise<CommandResult> {
  const named = listOption(input, 'agent') ?? [];
  const wish = readTokenWish(input);
  if (named.length === 0 && wish.roles?.includes('operate') !== true) {
    throw new CliFault('usage', {
      code: 'agent_needed',
      message: 'A token is for agents.',
      hint: 'Name one with --agent, or several; --agent all is every agent, of now and later.',
    });
  }
  await using keeper = await openTokenKeeper(choice);
  const isAll = named.length === 0 || named.includes('all');
  const agents = isAll ? 'all' : requireAgents(named, await keeper.agentIds());
  const made = await keeper.create({ ...wish, agents });
  const { record, token } = made;
  const text = [
    token,
    `  ${describe(record)}`,
    '  It is shown this once. Give it to its client and to no other.',
    `  take it back: mortise token revoke ${record.id}`,
  ].join('\n');
  return succeed(made, text);
}

async function list(choice: ViewChoice): Promise<CommandResult> {
  await using keeper = await openTokenKeeper(choice);
  const tokens = await keeper.list();
  const rows = tokens.map((each) => [
    each.id,
    stateOf(each),
    each.roles.join(','),
    each.agents === 'all' ? 'all agents' : each.agents.join(','),
    each.userId === undefined ? '' : `user ${each.userId}`,
    each.name ?? '',
  ]);
  const text =
    rows.length === 0
      ? 'no tokens; make one: mortise token create --agent <agent>'
      : formatTable(rows);
  return succeed({ tokens }, text);
}

async function revoke(choice: ViewChoice, input: CommandInput): Promise<CommandResult> {
  const id = textArgument(input, 1);
  if (id === '') {
    throw new CliFault('usage', {
      code: 'token_unknown',
      message: 'Which token?',
      hint: 'Run `mortise token list`, then `mortise token revoke <id>`.',
    });
  }
  await using keeper = await openTokenKeeper(choice);
  // Who has the token at hand may paste it whole.
  const meant = /^mortise_([0-9a-z]{12})_/.exec(id)?.[1] ?? id;
  await keeper.revoke(meant);
  return succeed({ revoked: meant }, `revoked ${meant}: it opens nothing, and what it opened ends`);
}

async function rotate(choice: ViewChoice): Promise<CommandResult> {
  const file = await findTokenFile(choice);
  const found = await findAnsweringHost(findConfig(choice.cwd, choice.config), choice);
  if (found === undefined) await rotateAlone(file, choice);
  else await found.ask('/api/operator-token/rotate', { body: {} });
  return succeed({ file }, `${file} holds a new operator token; the one before it opens nothing`);
}

/** Who had the old token may have opened sessions of the console: no host is there to end them with it. */
async function rotateAlone(file: string, choice: ViewChoice): Promise<void> {
  await rotateApiToken(file);
  try {
    await using keeper = await openTokenKeeper(choice);
    await endConsoleSessions(keeper);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new CliFault('unwell', {
      code: 'console_sessions_open',
      message: `${file} holds a new operator token, but sessions of the console are still open: ${reason}`,
      hint: 'Mend that and run `mortise token rotate` again; they end by themselves after 12 hours.',
    });
  }
}

function stateOf({ revokedAt, expiresAt }: TokenDescription): string {
  if (revokedAt !== undefined) return 'revoked';
  if (expiresAt === undefined) return 'never expires';
  const day = new Date(expiresAt).toISOString().slice(0, 10);
  return expiresAt <= Date.now() ? `expired ${day}` : `until ${day}`;
}

function describe(record: TokenDescription): string {
  const agents = record.agents === 'all' ? 'all agents' : record.agents.join(', ');
  const user = record.userId === undefined ? '' : ` · user ${record.userId}`;
  return `${record.roles.join(', ')} · ${agents}${user} · ${stateOf(record)}`;
}
