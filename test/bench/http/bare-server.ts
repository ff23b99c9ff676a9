/**
 * What Mortise is measured against: a server made with the same SDK, the way its documentation shows it, both
 * revisions, whose one tool runs in a process of its own. It has no tokens, no policy and no limits.
 */
import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { NodeStreamableHTTPServerTransport, toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler, fromJsonSchema, McpServer } from '@modelcontextprotocol/server';
import { ECHO_SCHEMA } from '../call/echo-tool.ts';
import { PendingAnswers } from '../call/lanes/pending-answers.ts';

const ECHO = fileURLToPath(new URL('../call/lanes/ipc-echo-child.ts', import.meta.url));
const child = fork(ECHO, { execArgv: ['--no-warnings'] });
const answers = new PendingAnswers();
child.on('message', ({ id, text }: { readonly id: number; readonly text: string }) =>
  answers.settle(id, text),
);

function createEchoServer(): McpServer {
  const server = new McpServer({ name: 'bare', version: '1.0.0' });
  server.registerTool(
    'echo',
    {
      description: 'Says what it is told.',
      inputSchema: fromJsonSchema<{ readonly text: string }>(ECHO_SCHEMA),
    },
    async ({ text }) => {
      const answer = await answers.ask((id) => child.send({ id, text }));
      return { content: [{ type: 'text', text: answer }] };
    },
  );
  return server;
}

const modern = toNodeHandler(createMcpHandler(createEchoServer, { legacy: 'reject' }));
const sessions = new Map<string, NodeStreamableHTTPServerTransport>();

async function openSession(): Promise<NodeStreamableHTTPServerTransport> {
  const transport: NodeStreamableHTTPServerTransport = new NodeStreamableHTTPServerTransport({
    sessionIdGenerator: randomUUID,
    onsessioninitialized: (id) => {
      sessions.set(id, transport);
    },
  });
  await createEchoServer().connect(transport);
  return transport;
}

async function answerLegacy(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const id = request.headers['mcp-session-id'];
  const known = typeof id === 'string' ? sessions.get(id) : undefined;
  await (known ?? (await openSession())).handleRequest(request, response);
}

const server = createServer((request, response) => {
  const isModern = request.headers['mcp-protocol-version'] === '2026-07-28';
  // Its types were written without `exactOptionalPropertyTypes`.
  const asked = request as Parameters<typeof modern>[0];
  void (isModern ? modern(asked, response) : answerLegacy(request, response));
});
server.listen(0, '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`);
});
process.on('SIGTERM', () => {
  child.kill();
  server.closeAllConnections();
  process.exit(0);
});
