import { estimateTokens } from '@mortise/core';
import { buildFolder, formatDiagnostics } from '@mortise/host';
import type { CommandResult } from '../output/command-result.ts';
import { countOf } from '../output/count-of.ts';
import { formatTable } from '../output/format-table.ts';
import { formatRequests, reportFailure } from './extension-report.ts';

/** Everything an author wants to know before publishing, and an operator before adding. */
export async function checkExtension(folder: string): Promise<CommandResult> {
  const built = await buildFolder(folder);
  if (built.status === 'failed') return reportFailure(built.diagnostics);
  const { manifest, bundle, tools, diagnostics } = built;
  const rows = tools.map((tool) => {
    const origin = { kind: 'extension', id: manifest.id } as const;
    const entry = { ...tool, origin, aliases: [], isOptional: tool.isOptional === true };
    return [tool.name, tool.isOptional ? 'optional' : '', `~${estimateTokens(entry)} tok`];
  });
  const needs = bundle.needs.map(({ capability, module, member }) => [
    `${module}.${member}`,
    `needs ${capability}`,
  ]);
  const lines = [
    `${manifest.id} ${manifest.version ?? ''}  ${(bundle.bytes / 1_000).toFixed(1)} kB`,
    formatTable(rows),
    ...formatRequests(manifest.capabilities ?? {}).map((line) => `  asks for  ${line}`),
    ...(needs.length === 0 ? [] : ['uses what only a host can do:', formatTable(needs)]),
    ...(diagnostics.length === 0 ? [] : [formatDiagnostics(diagnostics)]),
    `0 errors, ${countOf(diagnostics.length, 'warning')}`,
  ];
  const data = {
    id: manifest.id,
    tools: tools.map(({ name }) => name),
    needs: bundle.needs,
    diagnostics,
  };
  return { exit: 'ok', data, text: lines.join('\n') };
}
