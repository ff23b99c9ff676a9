/**
 * A host with 10,000 tools and 1,000 agents, for the test of the console's scale. Its parent begins and ends a
 * measurement over IPC; the answer is the longest turn of the event loop meanwhile, in ms of CPU time of the main
 * thread: what a busy machine adds by not running it does not count.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Tool } from '@mortise/contracts';
import { startGateway } from '@mortise/gateway';
import { type ClaimedTools, createHost } from '@mortise/host';
import { operatorFiles } from '../../packages/cli/src/commands/operator-files.ts';
import { OperatorThread } from '../../packages/cli/src/commands/operator-thread.ts';
import { keepException } from '../../packages/cli/src/config/keep-exception.ts';

const TOOLS = 10_000;
const AGENTS = 1_000;

const number = (index: number, digits: number) => String(index).padStart(digits, '0');

const tools = Array.from(
  { length: TOOLS },
  (_, index): Tool => ({
    name: `tool_${number(index, 5)}`,
    description: `Does the ${index}th of many things, in a way that takes a sentence to say.`,
    schema: {
      type: 'object',
      required: ['path'],
      properties: {
        path: { type: 'string', description: 'Where' },
        limit: { type: 'integer', minimum: 1, maximum: 1_000 },
      },
    },
    execute: () => ({ ok: true, value: 'done' }),
  }),
);

/** A tenth see everything, the others what a prefix or two let through. */
function agentYaml(index: number): string {
  const id = `agent-${number(index, 4)}`;
  if (index % 10 === 0) return `  ${id}: {}\n`;
  const allow = `tool_0${index % 10}*, tool_${number((index * 7) % TOOLS, 5)}`;
  return `  ${id}:\n    tools:\n      allow: [${allow}] # of ${id}\n      deny: [tool_${number(index, 5)}]\n`;
}

const folder = mkdtempSync(join(tmpdir(), 'mortise-scale-'));
const configPath = join(folder, 'mortise.config.yaml');
/** One call waits for a person, so that it can be approved for good. */
const RULES = 'tools:\n  rules:\n    - { tools: [tool_00010], then: ask }\n';
writeFileSync(
  configPath,
  `${RULES}agents:\n${Array.from({ length: AGENTS }, (_, index) => agentYaml(index)).join('')}`,
);
const host = await createHost({ config: configPath, tools });
const thread = new OperatorThread(host, { configPath, env: {} });
const gateway = await startGateway(host, {
  token: 's'.repeat(43),
  files: operatorFiles({ host, configPath, env: {}, thread }),
  reload: (by) => host.reload(configPath, { by }),
  keepException: (id) => keepException({ host, configPath, edit: (edit) => thread.edit(edit) }, id),
});

let longest = 0;
let isMeasuring = false;

/** From one turn of the event loop to the next. */
function measure(before: number): void {
  const now = cpuMs();
  longest = Math.max(longest, now - before);
  if (isMeasuring) setImmediate(measure, now);
}

function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

/** As when an MCP server lists its tools anew: they are taken back and claimed again. */
let claimed: ClaimedTools | undefined;
let listings = 0;
function listAnew(): void {
  listings += 1;
  claimed?.disposer();
  const listed = Array.from({ length: 20 }, (_, index) => ({
    ...{ name: `mcp__many__tool_${index}`, schema: { type: 'object' } },
    description: `As of listing ${listings}`,
  }));
  claimed = host.registerRunnerTools('many', listed, {
    run: async () => ({ status: 'ok', content: [] }),
  });
}

process.on('message', (message) => {
  if (message === 'list') listAnew();
  if (message === 'begin') {
    longest = 0;
    isMeasuring = true;
    setImmediate(measure, cpuMs());
    process.send?.({ begun: true });
  }
  if (message === 'end') {
    isMeasuring = false;
    process.send?.({ longest });
  }
});

process.on('disconnect', async () => {
  await gateway.close({ drainMs: 0 });
  await host.close();
  rmSync(folder, { recursive: true, force: true });
});

const { token, url } = gateway;
process.send?.({ url, token, configPath, link: gateway.signInLink()?.url });
