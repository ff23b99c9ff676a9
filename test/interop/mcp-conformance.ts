/**
 * Runs the official MCP conformance suite against a host on a free port, both protocol revisions,
 * with the suite's tools inside the sandbox. Exits with 1 if anything fails that the baseline does
 * not list, or if something that the baseline lists passes. Give a folder to keep the results in.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startGateway } from '@mortise/gateway';
import { createConformanceHost } from './conformance-host.ts';

const REVISIONS = ['2025-11-25', '2026-07-28'] as const;
const SUITE = join(import.meta.dirname, '..', 'node_modules', '.bin', 'conformance');

const host = await createConformanceHost();
// The suite cannot send a token.
const gateway = await startGateway(host, { token: 'c'.repeat(43), mcpAuthentication: 'none' });
const kept = process.argv[2];
const results = kept ?? mkdtempSync(join(tmpdir(), 'mortise-conformance-'));
try {
  for (const revision of REVISIONS) {
    console.log(`\nMCP conformance, revision ${revision}`);
    if ((await runSuite(revision)) !== 0) process.exitCode = 1;
  }
} finally {
  await gateway.close();
  await host.close();
  if (kept === undefined) rmSync(results, { recursive: true, force: true });
}
console.log(`\nMCP conformance: ${process.exitCode === 1 ? 'failed' : 'passed'}`);

function runSuite(revision: string): Promise<number | null> {
  const baseline = join(import.meta.dirname, 'mcp-baseline', `${revision}.yml`);
  const args = [
    'server',
    ...['--url', gateway.mcpUrl('conformance')],
    ...['--requirements', revision],
    ...['--expected-failures', baseline],
    ...['--output-dir', join(results, revision)],
  ];
  return new Promise((resolve, reject) => {
    const suite = spawn(SUITE, args, { stdio: 'inherit' });
    suite.once('error', reject);
    suite.once('exit', resolve);
  });
}
