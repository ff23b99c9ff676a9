import { didYouMean, FORMS, ROLE_NAMES, type Role, readTime } from '@mortise/contracts';
import type { NewToken } from '@mortise/host';
import { CliFault } from '../output/cli-fault.ts';
import { type CommandInput, listOption, textOption } from './cli-command.ts';

/** What the options of a command ask of a token. Throws `CliFault`. */
export function readTokenWish(input: CommandInput): Omit<NewToken, 'agents'> {
  const roles = listOption(input, 'role')?.map(readRole);
  const lifetimeMs = readLifetime(textOption(input, 'expires'));
  return {
    ...(roles === undefined ? {} : { roles }),
    ...(lifetimeMs === undefined ? {} : { lifetimeMs }),
    ...pick(input, 'user', 'userId'),
    ...pick(input, 'name', 'name'),
    ...pick(input, 'provider', 'provider'),
    ...pick(input, 'model', 'model'),
    ...pick(input, 'boundTo', 'boundTo'),
    ...(input.options['sandboxed'] === true ? { sandboxed: true } : {}),
  };
}

/** The agents that are meant. Throws `CliFault` for one that is not there. */
export function requireAgents(
  named: readonly string[],
  known: readonly string[],
): readonly string[] {
  const unknown = named.find((each) => !known.includes(each));
  if (unknown === undefined) return named;
  throw new CliFault('usage', {
    code: 'unknown_agent',
    message: `There is no agent ${JSON.stringify(unknown)}${didYouMean(unknown, known)}`,
    hint: `The agents are ${known.slice(0, 10).join(', ') || 'none yet'}. No token was made.`,
  });
}

function pick<Key extends string>(input: CommandInput, option: string, key: Key) {
  const text = textOption(input, option);
  return (text === undefined ? {} : { [key]: text }) as { readonly [K in Key]?: string };
}

function readRole(text: string): Role {
  const role = ROLE_NAMES.find((each) => each === text);
  if (role !== undefined) return role;
  throw new CliFault('usage', {
    code: 'token_invalid',
    message: `There is no role ${JSON.stringify(text)}${didYouMean(text, ROLE_NAMES)}`,
    hint: `The roles are ${ROLE_NAMES.join(', ')}. No token was made.`,
  });
}

function readLifetime(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const { pattern, words } = FORMS.time;
  if (new RegExp(pattern).test(text)) return readTime(text);
  throw new CliFault('usage', {
    code: 'token_invalid',
    message: `"${text}" is no time that a token can have.`,
    hint: `Write ${words}. No token was made.`,
  });
}
