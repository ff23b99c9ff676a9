import { isCancel, password } from '@clack/prompts';
import type { CapabilityGrants, SecretSource } from '@mortise/contracts';
import { EnvironmentSecrets } from '@mortise/host';
import type { CommandWorld } from '../cli-command.ts';
import type { AuthorMemory } from './author-memory.ts';

/** Secrets of an extension under development: of the environment, or as its author answered once. */
export function authorSecrets(env: NodeJS.ProcessEnv, memory: AuthorMemory): SecretSource {
  const environment = new EnvironmentSecrets(env);
  return {
    read: async (name) => (await environment.read(name)) ?? memory.secret(name),
    readForUser: async ({ name, userId }) =>
      (await environment.readForUser({ name, userId })) ?? memory.secret(name),
  };
}

/** Asks for those that are granted and not known, and keeps them for this folder. Answers those that are missing. */
export async function askSecrets(
  world: CommandWorld,
  { secrets = [] }: CapabilityGrants,
  memory: AuthorMemory,
): Promise<readonly string[]> {
  const environment = new EnvironmentSecrets(world.env);
  const missing: string[] = [];
  for (const { name } of secrets) {
    if (((await environment.read(name)) ?? memory.secret(name)) !== undefined) continue;
    const value = world.terminal.canAsk === true ? await ask(name) : undefined;
    if (value === undefined) missing.push(name);
    else memory.keepSecret(name, value);
  }
  return missing;
}

async function ask(name: string): Promise<string | undefined> {
  const answer = await password({
    message: `secret ${name}   kept for this folder, in .mortise; empty to go without`,
  });
  return isCancel(answer) || answer === undefined || answer === '' ? undefined : answer;
}
