import type { JsonValue } from '@mortise/contracts';
import type { AskedArguments } from '@mortise/core';
import type { ViewSession } from '../host-view/host-view.ts';
import { CliFault } from '../output/cli-fault.ts';
import { type CommandInput, textOption } from './cli-command.ts';

/** The session of the options, with what is stated of its requests. */
export function viewSession(input: CommandInput, agent: string): ViewSession {
  const [provider, model] = [textOption(input, 'provider'), textOption(input, 'model')];
  const isSandboxed = input.options['sandboxed'] === true;
  return {
    agent,
    session: textOption(input, 'session') ?? 'cli',
    stated: {
      ...(provider === undefined ? {} : { provider }),
      ...(model === undefined ? {} : { model }),
      ...(isSandboxed ? { sandboxed: true } : {}),
    },
  };
}

/** The arguments, or the program, to ask about, if there are any. Throws for what is no JSON. */
export function askedArguments(input: CommandInput): AskedArguments | undefined {
  const text = textOption(input, 'args');
  const argv = textOption(input, 'argv');
  if (argv !== undefined) return { argv: readArgv(parseJson(argv, 'arguments_not_json')) };
  return text === undefined ? undefined : { args: parseJson(text, 'arguments_not_json') };
}

function readArgv(value: unknown): readonly string[] {
  if (Array.isArray(value) && value.length > 0 && value.every((each) => typeof each === 'string'))
    return value;
  throw new CliFault('usage', {
    code: 'arguments_not_json',
    message: 'What stands behind --argv is no list of a program and its arguments.',
    hint: `Write it as one word: --argv '["git","push"]'.`,
  });
}

/** What `--extension-config` says, if it does. Throws for what is no JSON. */
export function extensionConfig(input: CommandInput): JsonValue | undefined {
  const text = textOption(input, 'extensionConfig');
  return text === undefined ? undefined : (parseJson(text, 'config_not_json') as JsonValue);
}

export function parseJson(text: string, code: keyof typeof EXAMPLES): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const [what, example] = EXAMPLES[code];
    throw new CliFault('usage', {
      code,
      message: `The ${what} not JSON: ${error instanceof Error ? error.message : String(error)}`,
      hint: `Quote it for your shell: ${example}`,
    });
  }
}

const EXAMPLES = {
  arguments_not_json: ['arguments are', `mortise call get_forecast '{"city":"Oslo"}'`],
  config_not_json: [
    'configuration of the extension is',
    `mortise add ./weather --extension-config '{"unit":"C"}'`,
  ],
  rule_invalid: [
    'rule is',
    `mortise simulate main --rule '{"tools":["get_forecast"],"then":"ask"}'`,
  ],
} as const;
