import { randomBytes } from 'node:crypto';
import { didYouMean, SETTINGS } from '@mortise/contracts';
import { loadConfigFile } from '@mortise/host';
import { findConfig } from '../config/find-config.ts';
import { openTokenKeeper, type TokenKeeper } from '../host-view/token-keeper.ts';
import { CliFault } from '../output/cli-fault.ts';
import { type CommandResult, succeed } from '../output/command-result.ts';
import { readSetting } from '../settings/read-setting.ts';
import {
  type CommandAction,
  type CommandInput,
  type CommandWorld,
  textArgument,
  textOption,
} from './cli-command.ts';
import { CLIENTS, type ClientName } from './client-snippets.ts';
import { readTokenWish, requireAgents } from './token-wish.ts';

/** `mortise connect <client> <agent>`: a token for this client and agent, and what to paste there. */
export const connectCommand: CommandAction = {
  async run(world, input): Promise<CommandResult> {
    const client = readClient(textArgument(input, 0));
    const session = readSession(textOption(input, 'session')) ?? newSession(client);
    const wish = readTokenWish(input);
    await using keeper = await openTokenKeeper({ ...world, config: textOption(input, 'config') });
    const agent = textArgument(input, 1);
    requireAgents([agent], await keeper.agentIds());
    const base = await addressOf(keeper, world, input);
    const made = await keeper.create({ name: client, ...wish, agents: [agent] });
    const url = `${base}/mcp/${encodeURIComponent(agent)}`;
    const { title, where, text } = CLIENTS[client];
    const snippet = text({ agent, url, token: made.token, session });
    const lines = [
      `${title}: ${where}`,
      '',
      snippet,
      '',
      `  the token is shown this once; take it back: mortise token revoke ${made.record.id}`,
      `  what it loads is kept under the session ${session}; another copy of it gets its own by being connected, too`,
      ...(keeper.url === undefined ? ['  no host runs here yet: mortise serve'] : []),
    ];
    const data = { client, agent, url, session, ...made, snippet };
    return { ...succeed(data, lines.join('\n')), isVerbatim: true };
  },
};

function readClient(name: string): ClientName {
  if (Object.hasOwn(CLIENTS, name)) return name as ClientName;
  const names = Object.keys(CLIENTS);
  throw new CliFault('usage', {
    code: 'client_unknown',
    message: `There is no client ${JSON.stringify(name)}${didYouMean(name, names)}`,
    hint: `The clients are ${names.join(', ')}. No token was made.`,
  });
}

function readSession(key: string | undefined): string | undefined {
  if (key === undefined || /^[\x21-\x7e]{1,128}$/.test(key)) return key;
  throw new CliFault('usage', {
    code: 'usage',
    message: 'A session has 1 to 128 visible ASCII characters without blanks.',
    hint: 'Name another one with --session. No token was made.',
  });
}

/** One of its own for each connection: two copies of a program with one key would share what they load. */
function newSession(client: ClientName): string {
  return `${client}-${randomBytes(4).toString('hex')}`;
}

/** Where clients will reach the host: its public address, that of the one that runs, or the next one's. */
async function addressOf(
  keeper: TokenKeeper,
  { cwd, env, flags }: CommandWorld,
  input: CommandInput,
): Promise<string> {
  const parsed = await loadConfigFile(findConfig(cwd, textOption(input, 'config')), { env });
  const config = parsed.status === 'ok' ? parsed.config : undefined;
  const sources = { flags, env, config };
  const publicUrl = readSetting('publicUrl', sources)?.value;
  if (publicUrl !== undefined) return publicUrl.replace(/\/+$/, '');
  const port = readSetting('port', sources)?.value ?? SETTINGS.port.standard;
  return keeper.url ?? `http://127.0.0.1:${port}`;
}
