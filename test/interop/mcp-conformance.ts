/**
 * Runs the official MCP conformance suite for both protocol revisions: its clients against a host on a free port, with the
 * suite's tools inside the sandbox, and, with `--client`, its servers behind a host that mounts them. Exits with 1 if
 * anything fails that the baseline does not list, or if something that the baseline lists passes. Give a folder to
 * keep the results in.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startGateway } from '@mortise/gateway';
import { createConformanceHost } from './conformance-host.ts';

const REVISIONS = ['2025-11-25', '2026-07-28'] as const;
const SUITE = join(import.meta.dirname, '..', 'node_modules', '.bin', 'conformance');
const CLIENT = join(import.meta.dirname, 'conformance-client.ts');

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { client: { type: 'boolean', default: false } },
});
const [kept] = positionals;
const results = kept ?? mkdtempSync(join(tmpdir(), 'mortise-conformance-'));
try {
  await (values.client ? runClientLeg() : runServerLeg());
} finally {
  if (kept === undefined) rmSync(results, { recursive: true, force: true });
}
console.log(`\nMCP conformance: ${process.exitCode === 1 ? 'failed' : 'passed'}`);

async function runServerLeg(): Promise<void> {
  await using host = await createConformanceHost();
  // The suite cannot send a token.
  await using gateway = await startGateway(host, {
    ...{ token: 'c'.repeat(43), mcpAuthentication: 'none' },
  });
  await runLeg('server', ['--url', gateway.mcpUrl('conformance')]);
}

function runClientLeg(): Promise<void> {
  const command = `${process.execPath} --no-node-snapshot ${CLIENT}`;
  // All scenarios run at once, each with a host of its own: on two cores that takes a while.
  return runLeg('client', ['--command', command, '--timeout', '120000']);
}

async function runLeg(leg: 'server' | 'client', words: readonly string[]): Promise<void> {
  for (const revision of REVISIONS) {
    console.log(`\nMCP conformance, ${leg} of revision ${revision}`);
    const code = await runSuite([
      ...[leg, ...words, '--requirements', revision],
      ...['--expected-failures', join(import.meta.dirname, 'mcp-baseline', `${revision}.yml`)],
      ...['--output-dir', join(results, leg, revision)],
    ]);
    if (code !== 0) process.exitCode = 1;
  }
}

function runSuite(args: readonly string[]): Promise<number | null> {
  return new Promise((resolve, reject) => {
    const suite = spawn(SUITE, args, { stdio: 'inherit' });
    suite.once('error', reject);
    suite.once('exit', resolve);
  });
}
