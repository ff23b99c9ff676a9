import { resolve } from 'node:path';
import { MortiseError } from '@mortise/contracts';
import {
  DEFAULT_FLEET,
  type FleetCredentials,
  isFleetName,
  readCredentialsFile,
} from '@mortise/runner-nats';
import { CliFault } from '../output/cli-fault.ts';
import { type CommandInput, type CommandWorld, textOption } from './cli-command.ts';

/** Which runner of which fleet a process is; without a seed for a broker that lets all in. */
export type RunnerSide = Pick<FleetCredentials, 'fleet' | 'name' | 'nats'> &
  Partial<Pick<FleetCredentials, 'seed'>>;

/** From the credentials, or from what was typed for a broker that asks for none. */
export function readRunnerSide({ cwd }: CommandWorld, input: CommandInput): RunnerSide {
  const file = textOption(input, 'credentials');
  const nats = textOption(input, 'nats');
  if (file !== undefined) {
    const read = readCredentialsFile(resolve(cwd, file), 'runner');
    return nats === undefined ? read : { ...read, nats };
  }
  const name = textOption(input, 'name');
  if (nats === undefined || name === undefined) {
    throw new CliFault('usage', {
      code: 'runner_unnamed',
      message: 'A runner needs credentials, or for a broker that asks for none --nats and --name.',
      hint: '`mortise fleet init` makes credentials; then mortise runner --credentials runner-<name>.json.',
    });
  }
  return { nats, name: checked(name), fleet: checked(textOption(input, 'fleet') ?? DEFAULT_FLEET) };
}

/** A whole number from 1 on; `undefined` if the option was not given. */
export function countOption(input: CommandInput, name: string): number | undefined {
  const text = textOption(input, name);
  if (text === undefined) return undefined;
  const count = /^\d{1,6}$/.test(text) ? Number(text) : 0;
  if (count > 0) return count;
  throw new CliFault('usage', {
    code: 'count_invalid',
    message: `"${text}" is no count.`,
    hint: 'It takes a whole number from 1 on.',
  });
}

function checked(name: string): string {
  if (isFleetName(name)) return name;
  throw new MortiseError('fleet_name_invalid', `It is ${JSON.stringify(name)}.`);
}
