import { randomUUID } from 'node:crypto';
import { noopLogger } from '@mastra/core/logger';
import { getMcpCallToolContent, type MastraMCPServerDefinition, MCPClient } from '@mastra/mcp';
import {
  addresses,
  bearer,
  type ClientAnswer,
  type ClientKind,
  type ClientTarget,
  contentTexts,
  messageTexts,
  type PlainResult,
  promptNames,
  readResult,
} from '../driven-client.ts';

const SERVER = 'mortise';

/** Through the tools that it makes for its agents. */
export const mastra: ClientKind = {
  name: 'Mastra',
  package: '@mastra/mcp',
  over: ['HTTP', 'stdio'],
  lacks: {},
  connect: async (target) => {
    // It refuses a second client of the same configuration unless it has a name of its own.
    const servers = { [SERVER]: { ...definitionOf(target), enableProgressTracking: true } };
    const client = new MCPClient({ id: randomUUID(), servers });
    client.__setLogger(noopLogger);
    const heard = new Set<() => void>();
    await client.progress.onUpdate(SERVER, () => {
      for (const hear of heard) hear();
    });
    return {
      list: async () => Object.keys(await client.listTools()).map(withoutServer),
      call: async (name, args, { signal, onProgress } = {}) => {
        const tool = (await client.listTools())[`${SERVER}_${name}`];
        if (tool?.execute === undefined) throw new Error(`Mastra has no tool ${name}.`);
        if (onProgress !== undefined) heard.add(onProgress);
        const context = signal === undefined ? {} : { abortSignal: signal };
        return readOutput(() => tool.execute?.(args, context as never));
      },
      prompts: {
        list: async () => promptNames({ prompts: (await client.prompts.list())[SERVER] ?? [] }),
        get: async (name, args) =>
          messageTexts(await client.prompts.get({ serverName: SERVER, name, args })),
      },
      resources: {
        list: async () => addresses({ resources: (await client.resources.list())[SERVER] ?? [] }),
        read: async (uri) => contentTexts(await client.resources.read(SERVER, uri)),
      },
      close: () => client.disconnect(),
    };
  },
};

/** Tools that state a shape give what they found; others the parts of their answer. What failed is thrown. */
async function readOutput(run: () => unknown): Promise<ClientAnswer> {
  try {
    const output = await run();
    const content = getMcpCallToolContent(output);
    if (content !== undefined) return readResult({ content, structuredContent: output });
    return readResult(output as PlainResult);
  } catch (error) {
    return { text: String(error), isError: true, images: 0 };
  }
}

function withoutServer(name: string): string {
  return name.slice(SERVER.length + 1);
}

function definitionOf(target: ClientTarget): MastraMCPServerDefinition {
  if (target.over === 'stdio') {
    const { command, args, cwd } = target;
    return { command, args: [...args], cwd, stderr: 'ignore' };
  }
  return { url: new URL(target.url), requestInit: { headers: bearer(target.token) } };
}
