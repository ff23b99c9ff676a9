import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { ECHO_TEXT, readEchoText } from '../echo-tool.ts';
import type { Lane } from '../lane.ts';

export async function openMcpStdio(): Promise<Lane> {
  const client = new Client({ name: 'bench', version: '1.0.0' });
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [fileURLToPath(new URL('./mcp-stdio-server.ts', import.meta.url))],
  });
  await client.connect(transport);
  return {
    call: async () =>
      readEchoText(await client.callTool({ name: 'echo', arguments: { text: ECHO_TEXT } })),
    childPids: () => [transport.pid ?? 0],
    [Symbol.asyncDispose]: () => client.close(),
  };
}
