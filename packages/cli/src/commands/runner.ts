import { randomUUID } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import { ERROR_CODES, type Logger, MortiseError } from '@mortise/contracts';
import { describeJail, type JailStatus } from '@mortise/host';
import {
  type BrokerStatus,
  BrokerWatch,
  connectBroker,
  inboxOf,
  RunnerNode,
} from '@mortise/runner-nats';
import { createLog } from '../log/create-log.ts';
import { CliFault } from '../output/cli-fault.ts';
import { type CommandResult, succeed } from '../output/command-result.ts';
import { drainSetting } from '../settings/gateway-settings.ts';
import { readSetting } from '../settings/read-setting.ts';
import {
  type CommandAction,
  type CommandInput,
  type CommandWorld,
  textOption,
} from './cli-command.ts';
import { keepAliveFile } from './keep-alive-file.ts';
import { countOption, type RunnerSide, readRunnerSide } from './runner-side.ts';
import { untilAborted } from './until-aborted.ts';

const JAILS = ['preferred', 'required', 'off'] as const;
type Jail = (typeof JAILS)[number];
const MAX_CALLS = 512;
const WEIGHT = 10;

/**
 * `mortise runner`: takes calls of the hosts of a fleet over NATS and runs them on this machine, in its jail, under its
 * limits and watchdogs, until it is told to stop. It has no configuration: hosts decide what runs.
 */
export const runnerCommand: CommandAction = {
  async run(world, input): Promise<CommandResult> {
    const side = readRunnerSide(world, input);
    const jail = jailOption(input);
    const drainMs = drainSetting(world);
    const logger = openRunnerLog(world);
    const watch = new BrokerWatch((status) => logBroker(logger, status));
    const connection = await connect(world, side);
    if (connection === undefined) return succeed(undefined, 'stopped');
    void watch.follow(connection);
    const ownFolder = readSetting('stateDir', world)?.value;
    const maxRunners = countOption(input, 'maxRunners');
    const settings = {
      weight: countOption(input, 'weight') ?? WEIGHT,
      maxCalls: countOption(input, 'maxCalls') ?? MAX_CALLS,
    };
    const node = new RunnerNode({
      ...{ connection, fleet: side.fleet, name: side.name, newId: randomUUID, now: Date.now },
      ...{ logger, ...settings, onHost: (hostId, change) => sayHost(world, { hostId, change }) },
      sandbox: {
        jail,
        ...(maxRunners === undefined ? {} : { maxRunners }),
        ...(ownFolder === undefined ? {} : { ownFolder }),
      },
    });
    try {
      await connection.flush();
      await turn();
      requirePermissions(watch.status);
      const held = await node.tryJail();
      requireJail(jail, held);
      using _alive = keepAliveFile(textOption(input, 'aliveFile'), () => isTaking(watch));
      sayReady(world, input, { ...side, ...settings, instance: node.address.instance, held });
      await untilAborted(world.signal);
      sayStopping(world, node.callsInFlight, drainMs);
    } finally {
      await node.close({ drainMs });
    }
    return succeed(undefined, 'stopped');
  },
};

/** Waits for a broker that is not there, and says so; `undefined` if the user does not want to wait. */
async function connect({ signal, terminal }: CommandWorld, side: RunnerSide) {
  let said = '';
  const { nats: url, seed, name } = side;
  const address = { url, inbox: inboxOf(side), clientName: name };
  try {
    return await connectBroker(seed === undefined ? address : { ...address, seed }, {
      signal,
      onUnreachable: (reason) => {
        if (reason !== said) terminal.err(describe('fleet_broker_unreachable', `${reason}.`));
        said = reason;
      },
    });
  } catch (error) {
    if (signal.aborted) return undefined;
    throw error;
  }
}

function describe(code: 'fleet_broker_unreachable', detail: string): string {
  const { summary, hint } = ERROR_CODES[code];
  return `${code}  ${summary} ${detail}\n  hint: ${hint}`;
}

function requirePermissions({ forbidden }: BrokerStatus): void {
  if (forbidden.length === 0) return;
  throw new MortiseError('fleet_permission_refused', `It refused: ${forbidden.join(', ')}.`);
}

function requireJail(wanted: Jail, held: JailStatus): void {
  if (wanted !== 'required' || held.state === 'on') return;
  throw new CliFault('unwell', {
    code: 'jail_missing',
    message: `${ERROR_CODES.jail_missing.summary} ${describeJail(held)}.`,
    hint: ERROR_CODES.jail_missing.hint,
  });
}

interface ReadyRunner extends RunnerSide {
  readonly instance: string;
  readonly weight: number;
  readonly maxCalls: number;
  readonly held: JailStatus;
}

function sayReady({ terminal }: CommandWorld, input: CommandInput, runner: ReadyRunner): void {
  const { name, fleet, nats, instance, weight, maxCalls, held } = runner;
  if (input.options['json'] === true) {
    const value = { name, instance, fleet, nats, weight, maxCalls, jail: held, pid: process.pid };
    terminal.out(JSON.stringify(value));
    return;
  }
  terminal.out(`runner ${name} of the fleet ${fleet} (pid ${process.pid})
  broker  ${nats}, connected
  jail    ${describeJail(held)}
  takes   ${maxCalls} calls of all hosts at once, weight ${weight}
  serves  every host of the fleet ${fleet}`);
}

function sayHost(
  { terminal, flags }: CommandWorld,
  { hostId, change }: { readonly hostId: string; readonly change: 'joined' | 'left' },
): void {
  if (flags?.['json'] === true) return;
  const what = change === 'joined' ? 'gives calls' : 'says nothing any more';
  terminal.out(`host ${hostId} ${what}`);
}

function sayStopping({ terminal }: CommandWorld, running: number, drainMs: number): void {
  if (running === 0) return;
  const calls = running === 1 ? '1 call runs' : `${running} calls run`;
  terminal.err(`stopping: ${calls}, for ${drainMs / 1_000} s at most; a second signal ends now`);
}

function isTaking({ status: { state, forbidden } }: BrokerWatch): boolean {
  return state === 'connected' && forbidden.length === 0;
}

function logBroker(logger: Logger, { state, reason, forbidden }: BrokerStatus): void {
  if (state === 'connected' && forbidden.length === 0) logger.info({}, 'the broker is connected');
  else logger.warn({ state, reason, forbidden }, 'the broker of the fleet cannot be used');
}

function openRunnerLog(world: CommandWorld): Logger {
  return createLog({
    level: readSetting('logLevel', world)?.value,
    file: readSetting('logFile', world)?.value,
    isTerminal: world.terminal.hasColour,
    write: world.terminal.err,
  });
}

function jailOption(input: CommandInput): Jail {
  const text = textOption(input, 'jail') ?? 'preferred';
  const jail = JAILS.find((each) => each === text);
  if (jail !== undefined) return jail;
  throw new CliFault('usage', {
    code: 'jail_invalid',
    message: `"${text}" is no kind of jail.`,
    hint: `There are: ${JAILS.join(', ')}.`,
  });
}
