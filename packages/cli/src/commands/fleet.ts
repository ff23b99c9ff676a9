import { relative, resolve } from 'node:path';
import { shellWord } from '@mortise/contracts';
import { DEFAULT_FLEET } from '@mortise/runner-nats';
import { CliFault } from '../output/cli-fault.ts';
import { type CommandResult, succeed } from '../output/command-result.ts';
import {
  type CommandAction,
  type CommandInput,
  type CommandWorld,
  listArgument,
  textArgument,
  textOption,
} from './cli-command.ts';
import { addRunners, createFleet, type FleetFiles, removeRunners } from './fleet-folder.ts';

const DEFAULT_FOLDER = 'fleet';
const DEFAULT_NATS = 'nats://127.0.0.1:4222';

/** `mortise fleet`: keys for the sides of a fleet, each with the rights that it needs, and the broker's configuration. */
export const fleetCommand: CommandAction = {
  async run(world, input): Promise<CommandResult> {
    const action = textArgument(input, 0);
    const names = listArgument(input, 1);
    const folder = resolve(world.cwd, textOption(input, 'out') ?? DEFAULT_FOLDER);
    if (action === 'init') return init(world, input, folder);
    if (action === 'add' || action === 'remove') {
      if (names.length === 0)
        throw usage(`\`mortise fleet ${action}\` needs the name of a runner.`);
      const files = action === 'add' ? addRunners(folder, names) : removeRunners(folder, names);
      return succeed(files, describeChange(world, action, { names, files }));
    }
    throw usage(`There is no \`mortise fleet ${action}\`.`);
  },
};

function init(world: CommandWorld, input: CommandInput, folder: string): CommandResult {
  const given = listArgument(input, 1);
  const nats = textOption(input, 'nats') ?? DEFAULT_NATS;
  if (!/^(?:nats|tls):\/\/[^@]+$/.test(nats))
    throw usage(`--nats is ${JSON.stringify(nats)}; it takes nats://host:4222 or tls://host:4222.`);
  const fleet = textOption(input, 'fleet') ?? DEFAULT_FLEET;
  const files = createFleet(folder, { fleet, nats, runners: given.length > 0 ? given : ['one'] });
  return succeed(files, describeNew(world, files));
}

function describeNew(world: CommandWorld, { broker, host, runners }: FleetFiles): string {
  const show = (path: string) => shown(world, path);
  const written = [
    [show(broker), 'for the broker: public keys, and what each may do'],
    [show(host), 'secret, for every host'],
    ...runners.map(({ name, path }) => [show(path), `secret, for the runner ${name}`]),
  ];
  const width = Math.max(...written.map(([path = '']) => path.length));
  return [
    ...written.map(([path = '', meaning]) => `wrote ${path.padEnd(width)}  ${meaning}`),
    'next:',
    `  nats-server -c ${shellWord(show(broker))}`,
    ...runners.map(({ path }) => `  mortise runner --credentials ${shellWord(show(path))}`),
    `  in the configuration of each host:  runners: { credentials: ${show(host)} }`,
    '  mortise doctor',
  ].join('\n');
}

function describeChange(
  world: CommandWorld,
  action: 'add' | 'remove',
  { names, files }: { readonly names: readonly string[]; readonly files: FleetFiles },
): string {
  const added = files.runners.filter(({ name }) => names.includes(name));
  const lines =
    action === 'add'
      ? added.map(({ name, path }) => `wrote ${shown(world, path)}  secret, for the runner ${name}`)
      : names.map((name) => `removed the key of the runner ${name}`);
  return [
    ...lines,
    `wrote ${shown(world, files.broker)}`,
    'next:',
    '  nats-server --signal reload        where the broker runs, with that file',
    ...added.map(({ path }) => `  mortise runner --credentials ${shellWord(shown(world, path))}`),
  ].join('\n');
}

function shown({ cwd }: CommandWorld, path: string): string {
  const short = relative(cwd, path);
  return short.startsWith('..') ? path : short;
}

function usage(message: string): CliFault {
  return new CliFault('usage', {
    code: 'fleet_usage',
    message,
    hint: 'mortise fleet init [runners...] --nats <address>, or add and remove with names of runners.',
  });
}
