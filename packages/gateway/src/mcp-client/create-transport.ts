import { StreamableHTTPClientTransport, type Transport } from '@modelcontextprotocol/client';
import { getDefaultEnvironment } from '@modelcontextprotocol/client/stdio';
import { type McpServerConfig, MortiseError } from '@mortise/contracts';
import { createBoundedFetch } from './bounded-fetch.ts';
import type { ConnectSettings, MountSettings } from './mount-options.ts';
import { ProcessTransport } from './process-transport.ts';
import type { ServerWords } from './server-words.ts';

/** A way to a server, not yet taken. Throws `mcp_server_failed` if its configuration gives none. */
export async function createTransport(
  server: McpServerConfig,
  settings: ConnectSettings,
  words: ServerWords,
): Promise<Transport> {
  const { url, command } = server;
  if (url !== undefined) {
    const fetch = createBoundedFetch(settings.maxMessageBytes);
    return new StreamableHTTPClientTransport(new URL(url), { fetch });
  }
  if (command === undefined) {
    throw new MortiseError('mcp_server_failed', `"${server.name}" has neither command nor url.`);
  }
  return new ProcessTransport({
    program: command,
    args: server.args ?? [],
    // Nothing of the host's own environment goes along but PATH, HOME and their like.
    env: { ...getDefaultEnvironment(), ...(await readEnvironment(server, settings)) },
    maxBufferSize: settings.maxMessageBytes,
    onErrorOutput: (stderr) => words.hear(stderr),
    onEnd: (end) => words.ended(end),
    ...(settings.workingDir === undefined ? {} : { cwd: settings.workingDir }),
  });
}

async function readEnvironment(
  { env = {} }: McpServerConfig,
  { resolveSecret }: MountSettings,
): Promise<Record<string, string>> {
  const values = Object.entries(env).map(async ([key, value]) => {
    if (typeof value === 'string') return [key, value] as const;
    const secret = await resolveSecret(value.$secret);
    if (secret !== undefined) return [key, secret] as const;
    const from = `\`mortise\` reads it from MORTISE_SECRET_${value.$secret}`;
    const detail = `It needs the secret ${value.$secret}, which has no value; ${from}.`;
    throw new MortiseError('mcp_server_failed', detail);
  });
  return Object.fromEntries(await Promise.all(values));
}
