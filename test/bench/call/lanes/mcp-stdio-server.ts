import { fromJsonSchema, McpServer } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { ECHO_SCHEMA } from '../echo-tool.ts';

serveStdio(() => {
  const server = new McpServer({ name: 'echo', version: '1.0.0' });
  server.registerTool(
    'echo',
    {
      description: 'Says what it is told.',
      inputSchema: fromJsonSchema<{ readonly text: string }>(ECHO_SCHEMA),
    },
    ({ text }) => ({ content: [{ type: 'text', text }] }),
  );
  return server;
});
