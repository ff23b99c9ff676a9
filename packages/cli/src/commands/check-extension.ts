import type { Diagnostic } from '@mortise/contracts';
import { estimateTokens } from '@mortise/core';
import { buildFolder, formatDiagnostics } from '@mortise/host';
import type { CommandResult } from '../output/command-result.ts';
import { countOf } from '../output/count-of.ts';
import { formatTable } from '../output/format-table.ts';
import { checkHiddenText } from './check-author/check-hidden-text.ts';
import { checkSchemas } from './check-author/check-schemas.ts';
import { checkTypes, type TypeCheck } from './check-author/check-types.ts';
import type { CommandWorld } from './cli-command.ts';
import { formatRequests, reportFailure } from './extension-report.ts';

/** Everything an author wants to know before publishing, and an operator before adding. */
export async function checkExtension(folder: string, world: CommandWorld): Promise<CommandResult> {
  const built = await buildFolder(folder);
  if (built.status === 'failed') return reportFailure(built.diagnostics);
  const { manifest, bundle, tools } = built;
  const types = await checkTypes(folder, world);
  const diagnostics = [
    ...(types.status === 'checked' ? types.diagnostics : []),
    ...built.diagnostics,
    ...checkHiddenText(folder),
    ...checkSchemas(tools),
  ];
  const rows = tools.map((tool) => {
    const origin = { kind: 'extension', id: manifest.id } as const;
    const entry = { ...tool, origin, aliases: [], isOptional: tool.isOptional === true };
    return [tool.name, tool.isOptional ? 'optional' : '', `~${estimateTokens(entry)} tok`];
  });
  const needs = bundle.needs.map(({ capability, module, member }) => [
    `${module}.${member}`,
    capability === 'none' ? 'not available in a sandbox' : `needs ${capability}`,
  ]);
  const lines = [
    `${manifest.id} ${manifest.version ?? ''}  ${(bundle.bytes / 1_000).toFixed(1)} kB`,
    formatTable(rows),
    ...formatRequests(manifest.capabilities ?? {}).map((line) => `  asks for  ${line}`),
    ...(needs.length === 0 ? [] : ['uses what only a host can do:', formatTable(needs)]),
    ...(diagnostics.length === 0 ? [] : [formatDiagnostics(diagnostics)]),
    summaryOf(diagnostics, types),
  ];
  const data = {
    id: manifest.id,
    tools: tools.map(({ name }) => name),
    needs: bundle.needs,
    diagnostics,
  };
  const hasErrors = diagnostics.some(({ severity }) => severity === 'error');
  return { exit: hasErrors ? 'extension' : 'ok', data, text: lines.join('\n') };
}

function summaryOf(diagnostics: readonly Diagnostic[], types: TypeCheck): string {
  const count = (wanted: Diagnostic['severity'], word: string) =>
    countOf(diagnostics.filter(({ severity }) => severity === wanted).length, word);
  const typed = types.status === 'checked' ? 'types checked' : `types not checked: ${types.reason}`;
  return `${count('error', 'error')}, ${count('warning', 'warning')}, ${count('info', 'note')}; ${typed}`;
}
