import { accessSync, constants } from 'node:fs';
import { dirname } from 'node:path';
import type { Diagnostic } from '@mortise/contracts';
import { createHost } from '@mortise/host';
import { findConfig } from '../config/find-config.ts';
import { openHost } from '../open-host.ts';
import type { CommandResult } from '../output/command-result.ts';
import { formatTable } from '../output/format-table.ts';
import { type CommandAction, type CommandWorld, textOption } from './cli-command.ts';

interface Finding {
  readonly check: string;
  readonly status: 'ok' | 'warning' | 'error';
  readonly detail: string;
}

/** `mortise doctor`: is this machine, this folder and this configuration well? */
export const doctorCommand: CommandAction = {
  async run(world, input): Promise<CommandResult> {
    const findings = [
      checkNode(),
      await checkSandbox(),
      ...(await checkConfiguration(world, textOption(input, 'config'))),
    ];
    const hasError = findings.some(({ status }) => status === 'error');
    const text = formatTable(
      findings.map(({ check, status, detail }) => [MARKS[status], check, detail]),
    );
    return { exit: hasError ? 'unwell' : 'ok', data: findings, text };
  },
};

const MARKS = { ok: 'ok', warning: '!!', error: 'XX' } as const;
const LEAST_NODE = 24;

function checkNode(): Finding {
  const major = Number(process.versions.node.split('.')[0]);
  const status = major >= LEAST_NODE ? 'ok' : 'error';
  return {
    check: 'node',
    status,
    detail: `${process.versions.node} (ABI ${process.versions.modules}), ${LEAST_NODE} or later is needed`,
  };
}

/** Runs one call through a real runner and isolate. */
async function checkSandbox(): Promise<Finding> {
  const source = `export default (api) => api.registerTool({ name: 'ping', description: 'p', parameters: { type: 'object' },
    execute: async () => ({ content: [{ type: 'text', text: 'pong' }] }) });`;
  try {
    await using host = await createHost({
      config: { agents: { main: {} } },
      extensions: [{ id: 'doctor', source }],
    });
    const [result] = await host
      .agent('main')
      .session('doctor')
      .execute([{ id: '1', name: 'ping', args: {} }]);
    if (result?.ok === true)
      return {
        check: 'sandbox',
        status: 'ok',
        detail: `a call in an isolate took ${result.durationMs.toFixed(0)} ms`,
      };
    return { check: 'sandbox', status: 'error', detail: result?.message ?? 'no answer' };
  } catch (error) {
    return { check: 'sandbox', status: 'error', detail: String(error) };
  }
}

async function checkConfiguration(
  world: CommandWorld,
  given: string | undefined,
): Promise<readonly Finding[]> {
  try {
    const path = findConfig(world.cwd, given);
    accessSync(dirname(path), constants.W_OK);
    await using opened = await openHost({ ...world, config: path });
    const failed = opened.host.extensions.list().filter(({ status }) => status === 'failed');
    return [
      {
        check: 'configuration',
        status: 'ok',
        detail: `${path}: ${opened.host.agentIds.length} agents, ${opened.host.tools().length} tools`,
      },
      ...failed.map(
        ({ id, failure }): Finding => ({
          check: `extension ${id}`,
          status: 'error',
          detail: failure?.message ?? 'failed',
        }),
      ),
      ...opened.host.diagnostics().map(describe),
    ];
  } catch (error) {
    return [
      {
        check: 'configuration',
        status: 'error',
        detail: error instanceof Error ? error.message : String(error),
      },
    ];
  }
}

function describe({ code, severity, message, file, line }: Diagnostic): Finding {
  const place = file === undefined ? '' : ` (${file}:${line ?? 1})`;
  return {
    check: code,
    status: severity === 'error' ? 'error' : 'warning',
    detail: `${message}${place}`,
  };
}
