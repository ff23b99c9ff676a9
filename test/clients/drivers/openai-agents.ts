import { MCPServerStdio, MCPServerStreamableHttp } from '@openai/agents-core';
import {
  addresses,
  bearer,
  type ClientKind,
  type ClientTarget,
  contentTexts,
  readResult,
} from '../driven-client.ts';

export const openaiAgents: ClientKind = {
  name: 'OpenAI Agents SDK',
  package: '@openai/agents-core',
  over: ['HTTP', 'stdio'],
  lacks: {
    progress: 'it hands on no progress of tools',
    prompt: 'it has no prompts of servers',
  },
  connect: async (target) => {
    const server = serverAt(target);
    await server.connect();
    return {
      list: async () => (await server.listTools()).map(({ name }) => name),
      call: async (name, args, { signal } = {}) => {
        const options = signal === undefined ? {} : { signal };
        return readResult(await server.callToolResult(name, args, null, options));
      },
      resources: {
        list: async () => addresses(await server.listResources()),
        read: async (uri) => contentTexts(await server.readResource(uri)),
      },
      close: () => server.close(),
    };
  },
};

/** What its users set for tools that take their time: it waits 5 s unless told otherwise. */
const PATIENCE = { clientSessionTimeoutSeconds: 60, timeout: 60_000 };

function serverAt(target: ClientTarget): MCPServerStdio | MCPServerStreamableHttp {
  if (target.over === 'stdio') {
    const { command, args, cwd } = target;
    return new MCPServerStdio({ command, args: [...args], cwd, ...PATIENCE });
  }
  const requestInit = { headers: bearer(target.token) };
  return new MCPServerStreamableHttp({ url: target.url, requestInit, ...PATIENCE });
}
