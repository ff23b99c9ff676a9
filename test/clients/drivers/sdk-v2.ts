import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import {
  addresses,
  bearer,
  type ClientKind,
  type ClientTarget,
  contentTexts,
  type DrivenClient,
  messageTexts,
  promptNames,
  readResult,
} from '../driven-client.ts';

const COMMON = { package: '@modelcontextprotocol/client', over: ['HTTP', 'stdio'] } as const;

export const sdkV2Older: ClientKind = {
  ...COMMON,
  name: 'TypeScript SDK v2, 2025-11-25',
  lacks: {},
  connect: (target) => connectV2(target, {}),
};

export const sdkV2: ClientKind = {
  ...COMMON,
  name: 'TypeScript SDK v2, 2026-07-28',
  lacks: {},
  connect: (target) => connectV2(target, { versionNegotiation: { mode: { pin: '2026-07-28' } } }),
};

type Options = NonNullable<ConstructorParameters<typeof Client>[1]>;

async function connectV2(target: ClientTarget, options: Options): Promise<DrivenClient> {
  const client = new Client({ name: 'matrix-v2', version: '1.0.0' }, options);
  await client.connect(transportTo(target));
  return {
    list: async () => (await client.listTools()).tools.map(({ name }) => name),
    call: async (name, args, { signal, onProgress } = {}) =>
      readResult(
        await client.callTool(
          { name, arguments: args },
          {
            ...(signal === undefined ? {} : { signal }),
            ...(onProgress === undefined ? {} : { onprogress: onProgress }),
          },
        ),
      ),
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

function transportTo(target: ClientTarget) {
  if (target.over === 'HTTP') {
    const requestInit = { headers: bearer(target.token) };
    return new StreamableHTTPClientTransport(new URL(target.url), { requestInit });
  }
  const { command, args, cwd } = target;
  return new StdioClientTransport({ command, args: [...args], cwd, stderr: 'ignore' });
}
