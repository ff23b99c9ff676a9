import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import {
  addresses,
  bearer,
  type ClientKind,
  type ClientTarget,
  contentTexts,
  type DrivenClient,
  messageTexts,
  type PlainResult,
  promptNames,
  readResult,
} from '../driven-client.ts';

export const sdkV1: ClientKind = {
  name: 'TypeScript SDK v1',
  package: '@modelcontextprotocol/sdk',
  over: ['HTTP', 'stdio'],
  lacks: {},
  connect: (target) => connectV1(transportTo(target)),
};

export async function connectV1(transport: Transport): Promise<DrivenClient> {
  const client = new Client({ name: 'matrix-v1', version: '1.0.0' });
  await client.connect(transport);
  return {
    list: async () => (await client.listTools()).tools.map(({ name }) => name),
    call: async (name, args, { signal, onProgress } = {}) => {
      const result = await client.callTool({ name, arguments: args }, undefined, {
        ...(signal === undefined ? {} : { signal }),
        ...(onProgress === undefined ? {} : { onprogress: onProgress }),
      });
      return readResult(result as PlainResult);
    },
    prompts: {
      list: async () => promptNames(await client.listPrompts()),
      get: async (name, args) => messageTexts(await client.getPrompt({ name, arguments: args })),
    },
    resources: {
      list: async () => addresses(await client.listResources()),
      read: async (uri) => contentTexts(await client.readResource({ uri })),
    },
    close: () => client.close(),
  };
}

function transportTo(target: ClientTarget): Transport {
  if (target.over === 'stdio') return startV1(target.command, target.args, target.cwd);
  const requestInit = { headers: bearer(target.token) };
  // Its types were not made for `exactOptionalPropertyTypes`.
  return new StreamableHTTPClientTransport(new URL(target.url), { requestInit }) as Transport;
}

export function startV1(command: string, args: readonly string[], cwd?: string): Transport {
  return new StdioClientTransport({
    ...{ command, args: [...args], stderr: 'ignore' },
    ...(cwd === undefined ? {} : { cwd }),
  });
}
