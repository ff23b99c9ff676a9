import { type McpServerConfig, MortiseError, type ServerValue } from '@mortise/contracts';
import type { MountSettings } from './mount-options.ts';

/** What of a server's configuration may hold secrets, with their values. */
export interface ServerValues {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
}

type ReadSecret = MountSettings['resolveSecret'];

/** Fills in the secrets of a server. Rejects with `mcp_server_failed` if one has no value. */
export async function readServerValues(
  { args = [], env = {}, headers = {} }: McpServerConfig,
  { resolveSecret }: Pick<MountSettings, 'resolveSecret'>,
): Promise<ServerValues> {
  return {
    args: await Promise.all(args.map((each) => readValue(each, resolveSecret))),
    env: await readMap(env, resolveSecret),
    headers: await readMap(headers, resolveSecret),
  };
}

/** The value of a secret. Rejects with `mcp_server_failed` if there is none. */
export async function readSecret(name: string, resolveSecret: ReadSecret): Promise<string> {
  const secret = await resolveSecret(name);
  if (secret !== undefined) return secret;
  const from = `\`mortise\` reads it from MORTISE_SECRET_${name}`;
  const detail = `It needs the secret ${name}, which has no value; ${from}.`;
  throw new MortiseError('mcp_server_failed', detail);
}

async function readMap(
  values: { readonly [name: string]: ServerValue },
  resolveSecret: ReadSecret,
): Promise<Readonly<Record<string, string>>> {
  const read = Object.entries(values).map(
    async ([name, value]) => [name, await readValue(value, resolveSecret)] as const,
  );
  return Object.fromEntries(await Promise.all(read));
}

async function readValue(value: ServerValue, resolveSecret: ReadSecret): Promise<string> {
  if (typeof value === 'string') return value;
  if ('$secret' in value) return readSecret(value.$secret, resolveSecret);
  const parts = await Promise.all(value.map((part) => readValue(part, resolveSecret)));
  return parts.join('');
}
