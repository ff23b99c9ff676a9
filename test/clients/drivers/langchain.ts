import type { DynamicStructuredTool } from '@langchain/core/tools';
import { loadMcpTools, MultiServerMCPClient } from '@langchain/mcp-adapters';
import {
  addresses,
  bearer,
  type ClientAnswer,
  type ClientKind,
  type ClientTarget,
  contentTexts,
  readResult,
} from '../driven-client.ts';

const SERVER = 'mortise';

/** Through the tools that it makes for its agents. */
export const langchain: ClientKind = {
  name: 'LangChain MCP adapters',
  package: '@langchain/mcp-adapters',
  over: ['HTTP', 'stdio'],
  lacks: { prompt: 'it has no prompts of servers' },
  connect: async (target) => {
    const heard = new Set<() => void>();
    const onProgress = () => {
      for (const hear of heard) hear();
    };
    const client = new MultiServerMCPClient({
      ...{ mcpServers: { [SERVER]: connectionTo(target) }, onProgress },
    });
    // `getTools` keeps the first list; agents that load tools read it again with the function below.
    const tools = async () => {
      const own = await client.getClient(SERVER);
      if (own === undefined) throw new Error('LangChain has no connection.');
      return (await loadMcpTools(SERVER, own, { onProgress })) as DynamicStructuredTool[];
    };
    await client.getTools();
    return {
      list: async () => (await tools()).map(({ name }) => name),
      call: async (name, args, extras = {}) => {
        const tool = (await tools()).find((each) => each.name === name);
        if (tool === undefined) throw new Error(`LangChain has no tool ${name}.`);
        if (extras.onProgress !== undefined) heard.add(extras.onProgress);
        const config = extras.signal === undefined ? {} : { signal: extras.signal };
        return readMessage(() => tool.invoke({ ...CALL, name, args }, config));
      },
      resources: {
        list: async () => addresses({ resources: (await client.listResources())[SERVER] ?? [] }),
        read: async (uri) => contentTexts({ contents: await client.readResource(SERVER, uri) }),
      },
      close: () => client.close(),
    };
  },
};

/** As a model asks for it: what comes back then is a message with the parts and the structure. */
const CALL = { type: 'tool_call', id: 'matrix' } as const;

/** What failed is thrown, for the agent's own tool node to tell the model. */
async function readMessage(run: () => Promise<unknown>): Promise<ClientAnswer> {
  try {
    const { content, artifact } = (await run()) as {
      readonly content: unknown;
      readonly artifact?: readonly { readonly type?: string; readonly data?: unknown }[];
    };
    const found = artifact?.find(({ type }) => type === 'mcp_structured_content');
    const parts = typeof content === 'string' ? [{ type: 'text', text: content }] : content;
    return readResult({ content: parts, structuredContent: found?.data });
  } catch (error) {
    return { text: String(error), isError: true, images: 0 };
  }
}

function connectionTo(target: ClientTarget) {
  if (target.over === 'stdio') {
    const { command, args, cwd } = target;
    return {
      transport: 'stdio' as const,
      command,
      args: [...args],
      cwd,
      stderr: 'ignore' as const,
    };
  }
  return { transport: 'http' as const, url: target.url, headers: bearer(target.token) };
}
