import { accessSync, constants, mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type CapabilityGrants, textOf } from '../../../packages/contracts/src/index.ts';
import { createCapabilityBrokers } from '../../../packages/host/src/brokers/create-capability-brokers.ts';
import { type JailTrial, ProgramJail } from '../../../packages/processes/src/index.ts';
import { createSandbox } from '../../../packages/sandbox/src/index.ts';
import { PROGRAM_ROWS, type ProgramRow } from './program-rows.ts';

const SHELL = '/bin/sh';
const FOLDERS = [dirname(process.execPath), '/usr/bin', '/bin'];
const SOURCE = `export default function (api) {
  api.registerTool({
    name: 'run', description: 'runs', parameters: { type: 'object' },
    capabilities: { process: { allowedBinaries: ['*'] } },
    execute: async (id, { script, cwd }, ctx) => {
      const end = await ctx.process.run('${SHELL}', ['-c', script], { cwd });
      return { content: [{ type: 'text', text: JSON.stringify(end) }] };
    },
  });
}`;

/** What came of a row: what it said, or why it was left out. */
export type RowResult =
  | { readonly what: string; readonly lacks: string }
  | { readonly what: string; readonly said: string; readonly errors: string };

export interface RowsResult {
  readonly rows: readonly RowResult[];
  readonly layers: { readonly [layer: string]: string };
}

/** Runs rows through an extension that was granted a shell, each in a folder of its own. */
export async function runRows(
  trial: JailTrial,
  rows: readonly ProgramRow[] = PROGRAM_ROWS,
): Promise<RowsResult> {
  const workspace = realpathSync(mkdtempSync(join(tmpdir(), 'mortise-programs-')));
  const jail = new ProgramJail({ tier: 'required', ...trial });
  const sandbox = openSandbox(jail);
  try {
    const grants: CapabilityGrants = {
      process: {
        ...{
          allowedBinaries: [SHELL],
          cwd: [workspace],
          write: [workspace],
          read: [dirname(process.execPath)],
        },
        ...{ env: { PATH: FOLDERS.join(':') }, timeoutMs: 60_000 },
      },
    };
    const loaded = await sandbox.load({ id: 'runs', source: SOURCE, grants });
    if (loaded.status !== 'loaded') throw new Error(JSON.stringify(loaded));
    const results: RowResult[] = [];
    for (const [index, row] of rows.entries()) {
      const cwd = join(workspace, `row-${index}`);
      mkdirSync(cwd);
      results.push(await runRow(sandbox, row, cwd));
    }
    return { rows: results, layers: jail.status.layers };
  } finally {
    await sandbox.close({ drainMs: 0 });
    rmSync(workspace, { recursive: true, force: true });
  }
}

type Sandbox = ReturnType<typeof createSandbox>;

function openSandbox(programJail: ProgramJail): Sandbox {
  const quiet = () => undefined;
  return createSandbox({
    logger: { debug: quiet, info: quiet, warn: quiet, error: quiet },
    now: Date.now,
    brokers: createCapabilityBrokers({
      ...{ binaryDirectories: [], programJail },
    }),
  });
}

async function runRow(sandbox: Sandbox, row: ProgramRow, cwd: string): Promise<RowResult> {
  const { what, script } = row;
  const lacks = row.needs.find((name) => !isThere(name));
  if (lacks !== undefined) return { what, lacks };
  const reply = await sandbox.run(
    {
      ...{ callId: what, extensionId: 'runs', toolName: 'run', args: { script, cwd }, mode: 'run' },
      caller: { agentId: 'a', sessionKey: 's', workerScope: 'shared', turnCount: 1 },
      timeoutMs: 60_000,
    },
    { signal: new AbortController().signal, onProgress: () => undefined },
  );
  if (reply.status !== 'ok') return { what, said: '', errors: JSON.stringify(reply) };
  const end: { stdout: string; stderr: string } = JSON.parse(textOf(reply.content));
  return { what, said: end.stdout.trim(), errors: end.stderr.trim() };
}

function isThere(name: string): boolean {
  return FOLDERS.some((folder) => {
    try {
      accessSync(join(folder, name), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}
