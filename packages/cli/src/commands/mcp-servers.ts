import { confirm } from '@clack/prompts';
import { didYouMean, type McpServerState, MortiseError } from '@mortise/contracts';
import { findConfig } from '../config/find-config.ts';
import type { HostView } from '../host-view/host-view.ts';
import { openView } from '../host-view/open-view.ts';
import { CliFault } from '../output/cli-fault.ts';
import { type CommandResult, succeed } from '../output/command-result.ts';
import { findStateFolder } from '../settings/find-state-folder.ts';
import {
  type CommandAction,
  type CommandInput,
  type CommandWorld,
  textArgument,
  textOption,
} from './cli-command.ts';
import { formatServer, formatServers } from './format-servers.ts';
import { recordCommand } from './record-command.ts';
import { rememberShown, wasShown } from './update.ts';

interface Asked {
  readonly world: CommandWorld;
  readonly input: CommandInput;
  readonly view: HostView;
}

type Action = (asked: Asked) => Promise<CommandResult>;

const ACTIONS: ReadonlyMap<string, Action> = new Map<string, Action>([
  ['list', list],
  ['show', show],
  ['approve', approve],
  ['forget', forget],
  ['reconnect', reconnect],
]);

/** `mortise mcp list | show | approve | forget | reconnect`: the MCP servers of the configuration. */
export const serversCommand: CommandAction = {
  async run(world, input): Promise<CommandResult> {
    const name = textArgument(input, 0);
    const action = ACTIONS.get(name);
    if (action === undefined) {
      throw new CliFault('usage', {
        code: 'unknown_action',
        message: `There is no action "${name}"${didYouMean(name, ACTIONS.keys()) || '.'}`,
        hint: `One of ${[...ACTIONS.keys()].join(', ')}; without one, MCP is spoken on standard input and output.`,
      });
    }
    await using view = await openView({ ...world, config: textOption(input, 'config') });
    return await action({ world, input, view });
  },
};

async function list({ view }: Asked): Promise<CommandResult> {
  const servers = await view.mcpServers();
  const text = servers.length === 0 ? 'no MCP servers' : formatServers(servers);
  return succeed(servers, text);
}

async function show(asked: Asked): Promise<CommandResult> {
  const server = await requireServer(asked);
  const { hash } = server.pin;
  if (hash !== undefined && asked.input.options['json'] !== true) {
    await rememberShown(await stateFolder(asked), { [keyOf(server)]: hash });
  }
  return succeed(server, formatServer(server));
}

async function approve(asked: Asked): Promise<CommandResult> {
  const server = await requireServer(asked);
  const { name, pin } = server;
  const { hash } = pin;
  if (hash === undefined) {
    throw new CliFault('extension', {
      code: 'mcp_server_unavailable',
      message: `"${name}" cannot be asked what it offers: ${server.reason ?? server.status}.`,
      hint: `See \`mortise mcp show ${name}\`.`,
    });
  }
  if (pin.status === 'pinned') return succeed(server, `${name} offers what was approved`);
  asked.world.terminal.err(formatServer(server));
  await requireReview(asked, server, hash);
  const after = await asked.view.approveServer(name, hash);
  if (asked.view.running === undefined) {
    await recordCommand('mcp', asked.world, { ...asked.input, isDone: true });
  }
  const count = after?.tools.length ?? 0;
  return succeed(after, `approved: ${name}, ${count} tools, written to mortise.lock`);
}

async function forget(asked: Asked): Promise<CommandResult> {
  const name = textArgument(asked.input, 1);
  const isGone = await asked.view.forgetServer(name);
  if (!isGone) throw unknownServer(name, []);
  if (asked.view.running === undefined) {
    await recordCommand('mcp', asked.world, { ...asked.input, isDone: true });
  }
  return succeed({ forgotten: name }, `${name} is not pinned any more`);
}

async function reconnect(asked: Asked): Promise<CommandResult> {
  const name = textArgument(asked.input, 1);
  const server = await asked.view.reconnectServer(name);
  if (server === undefined) throw unknownServer(name, await namesOf(asked.view));
  return succeed(server, formatServer(server));
}

/** A yes counts for one offer: by its hash, by what `show` showed, or by what was shown just now. */
async function requireReview(asked: Asked, server: McpServerState, hash: string): Promise<void> {
  const { world, input } = asked;
  const given = textOption(input, 'hash');
  if (given === hash) return;
  if (given !== undefined) throw unreviewed(server.name, hash, 'That is not the hash of it.');
  const folder = await stateFolder(asked);
  if (await wasShown(folder, keyOf(server), hash)) return;
  if (world.terminal.canAsk === true && input.options['json'] !== true) {
    if ((await confirm({ message: 'approve exactly this?', initialValue: false })) === true) return;
    throw unreviewed(server.name, hash, 'Nothing was approved.');
  }
  await rememberShown(folder, { [keyOf(server)]: hash });
  throw unreviewed(server.name, hash, 'This is not what `mortise mcp show` showed last.');
}

function unreviewed(name: string, hash: string, why: string): CliFault {
  const { summary } = { summary: 'Nothing was approved.' };
  return new CliFault('usage', {
    code: 'mcp_offer_changed',
    message: why === summary ? summary : `${why} ${summary}`,
    hint: `Read it, then: mortise mcp approve ${name} --hash ${hash}`,
  });
}

/** Extensions and servers may have one name. */
function keyOf({ name }: McpServerState): string {
  return `mcp:${name}`;
}

async function requireServer({ view, input }: Asked): Promise<McpServerState> {
  const name = textArgument(input, 1);
  const server = await view.mcpServer(name).catch((error: unknown) => {
    if (MortiseError.is(error)) throw error;
    throw error;
  });
  if (server === undefined) throw unknownServer(name, await namesOf(view));
  return server;
}

async function namesOf(view: HostView): Promise<readonly string[]> {
  return (await view.mcpServers()).map(({ name }) => name);
}

function unknownServer(name: string, known: readonly string[]): CliFault {
  const question = didYouMean(name, known) || '.';
  return new CliFault('usage', {
    code: 'unknown_mcp_server',
    message: name === '' ? 'Which server?' : `There is no MCP server "${name}"${question}`,
    hint: 'See `mortise mcp list`.',
  });
}

async function stateFolder({ world, input }: Asked): Promise<string> {
  const config = findConfig(world.cwd, textOption(input, 'config'));
  return (await findStateFolder(config, world)).path;
}
