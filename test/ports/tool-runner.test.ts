import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { resolveLimits } from '@mortise/contracts';
import { SILENT_LOGGER } from '@mortise/core';
import { createHost } from '@mortise/host';
import { createSandbox } from '@mortise/sandbox';
import { describe } from 'vitest';
import { connectServer } from '../../packages/gateway/src/mcp-client/connect-server.ts';
import {
  connectSettings,
  fillMountOptions,
} from '../../packages/gateway/src/mcp-client/mount-options.ts';
import { OpenCalls } from '../../packages/gateway/src/mcp-client/open-calls.ts';
import { createRemoteRunner } from '../../packages/gateway/src/mcp-client/remote-runner.ts';
import { ServerWords } from '../../packages/gateway/src/mcp-client/server-words.ts';
import { describeWithBroker } from '../fleet/describe-with-broker.ts';
import { openFleet } from '../fleet/open-fleet.ts';
import { type OpenedRunner, toolRunnerSuite } from './tool-runner-suite.ts';

const FIXTURES = join(import.meta.dirname, 'fixtures');
const SUITE = readFileSync(join(FIXTURES, 'suite-tools.mjs'), 'utf8');

async function openSandbox(): Promise<OpenedRunner> {
  const sandbox = createSandbox({ logger: SILENT_LOGGER, now: Date.now });
  const loaded = await sandbox.load({ id: 'suite', source: SUITE });
  if (loaded.status === 'failed') throw new Error(loaded.message);
  return {
    runner: sandbox,
    nameOf: (tool) => tool,
    extensionId: 'suite',
    [Symbol.asyncDispose]: () => sandbox.close({ drainMs: 0 }),
  };
}

async function openMcpRunner(): Promise<OpenedRunner> {
  const limits = resolveLimits();
  const host = await createHost();
  const settings = connectSettings(fillMountOptions(host, {}), limits, () => undefined);
  const server = {
    ...{ name: 'suite', enabled: true, path: 'mcp_servers.suite' },
    ...{ command: process.execPath, args: [join(FIXTURES, 'suite-server.mjs')] },
  };
  const ignore = () => undefined;
  const words = new ServerWords({
    ...{ server: 'suite', logger: host.logFor(), redactor: () => host.redactor() },
  });
  const events = {
    ...{ words, signal: new AbortController().signal, onListChanged: ignore, onClient: ignore },
    ...{ onClose: ignore, onProcess: ignore, onBreak: ignore },
  };
  const client = await connectServer(server, settings, events);
  let isOpen = true;
  const tools = new Map(
    (await client.listTools()).tools.map(({ name, inputSchema: schema }) => [
      `mcp__suite__${name}`,
      { name, schema },
    ]),
  );
  return {
    runner: createRemoteRunner({
      server: 'suite',
      client: () => (isOpen ? client : undefined),
      prefix: 'x',
      isDenied: () => false,
      remoteTool: (name) => tools.get(name),
      limits: () => limits,
      mayWait: false,
      calls: new OpenCalls(),
      onLost: () => undefined,
    }),
    nameOf: (tool) => `mcp__suite__${tool}`,
    extensionId: '',
    [Symbol.asyncDispose]: async () => {
      isOpen = false;
      await client.close();
    },
  };
}

async function openNatsRunner(): Promise<OpenedRunner> {
  const fleet = await openFleet({ nodes: ['one', 'two'] });
  const { sandbox } = fleet.host;
  const loaded = await sandbox.load({ id: 'suite', source: SUITE });
  if (loaded.status === 'failed') throw new Error(loaded.message);
  return {
    ...{ runner: sandbox, nameOf: (tool) => tool, extensionId: 'suite' },
    [Symbol.asyncDispose]: () => fleet[Symbol.asyncDispose](),
  };
}

describe('the sandbox as a runner of tools (E-2, S-4)', () => toolRunnerSuite(openSandbox));
describe('an MCP server as a runner of tools (E-2)', () => toolRunnerSuite(openMcpRunner));
describeWithBroker('nodes behind NATS as a runner of tools (E-2, C-2)', () =>
  toolRunnerSuite(openNatsRunner),
);
