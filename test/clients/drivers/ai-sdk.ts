import { createMCPClient } from '@ai-sdk/mcp';
import { Experimental_StdioMCPTransport as StdioTransport } from '@ai-sdk/mcp/mcp-stdio';
import {
  addresses,
  bearer,
  type ClientKind,
  type ClientTarget,
  contentTexts,
  messageTexts,
  type PlainResult,
  promptNames,
  readResult,
} from '../driven-client.ts';

/** Through the tools that it makes for models, as its users have them. */
export const aiSdk: ClientKind = {
  name: 'AI SDK',
  package: '@ai-sdk/mcp',
  over: ['HTTP', 'stdio'],
  lacks: {
    progress: 'it hands on no progress of tools',
    'cancel over stdio': 'it tells the server nothing of a call that was given up',
  },
  connect: async (target) => {
    const client = await createMCPClient({ transport: transportTo(target) });
    return {
      list: async () => Object.keys(await client.tools()),
      call: async (name, args, { signal } = {}) => {
        const tool = (await client.tools())[name];
        if (tool === undefined) throw new Error(`The AI SDK has no tool ${name}.`);
        const result = await tool.execute(args, {
          ...{ toolCallId: 'matrix', messages: [], context: {} },
          ...(signal === undefined ? {} : { abortSignal: signal }),
        } as never);
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
  },
};

function transportTo(target: ClientTarget) {
  if (target.over === 'HTTP') {
    return { type: 'http', url: target.url, headers: bearer(target.token) } as const;
  }
  const { command, args, cwd } = target;
  return new StdioTransport({ command, args: [...args], cwd, stderr: 'ignore' });
}
