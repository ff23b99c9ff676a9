import type { Diagnostic, ExtensionManifest, ToolDescription } from '@mortise/contracts';
import { loaderDiagnostic } from '../loader-diagnostic.ts';
import { definitionHash } from './definition-hash.ts';

export interface RegistrationComparison {
  /** What may be offered: exactly what the manifest says, no more. */
  readonly admitted: readonly ToolDescription[];
  /** Errors for what was registered beyond the manifest or in another form. */
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Holds what a load registered against what the build wrote down. A manifest without tools was
 * never built: everything is admitted, and the lock file is what pins it.
 */
export function compareRegistration(
  manifest: ExtensionManifest,
  registered: readonly ToolDescription[],
): RegistrationComparison {
  if (manifest.tools === undefined) return { admitted: registered, diagnostics: [] };
  const declared = new Map(manifest.tools.map((tool) => [tool.name, tool]));
  const faults = registered.flatMap((tool) => compareTool(tool, declared.get(tool.name), manifest));
  const refused = new Set(faults.map(({ subject }) => subject));
  const names = new Set(registered.map(({ name }) => name));
  const absent = manifest.tools.filter(({ name }) => !names.has(name));
  return {
    admitted: registered.filter(({ name }) => !refused.has(name)),
    diagnostics: [...faults, ...absent.map((tool) => reportAbsent(tool, manifest))],
  };
}

type BuiltTool = NonNullable<ExtensionManifest['tools']>[number];

/** The tools of a registration in the form a manifest keeps them. */
export function manifestTools(registered: readonly ToolDescription[]): BuiltTool[] {
  return registered.map((tool) => ({
    name: tool.name,
    description: tool.description,
    parameters: { ...tool.schema },
    ...(tool.isOptional ? { isOptional: true } : {}),
    definitionHash: definitionHash(tool),
  }));
}

function compareTool(
  tool: ToolDescription,
  declared: BuiltTool | undefined,
  manifest: ExtensionManifest,
): readonly Diagnostic[] {
  const where = { subject: tool.name, path: 'tools' };
  if (declared === undefined) {
    const message = `${manifest.id} registers ${tool.name}, which its manifest does not have`;
    return [loaderDiagnostic('tool_undeclared', { message, ...where })];
  }
  if (declared.definitionHash === definitionHash(tool)) return [];
  const message = `${manifest.id} registers ${tool.name} in another form than its manifest says`;
  return [loaderDiagnostic('definition_changed', { message, ...where })];
}

function reportAbsent(tool: BuiltTool, manifest: ExtensionManifest): Diagnostic {
  const message = `${manifest.id} did not register ${tool.name}`;
  return loaderDiagnostic('tool_absent', {
    ...{ message, subject: tool.name, path: 'tools', severity: 'warning' },
  });
}
