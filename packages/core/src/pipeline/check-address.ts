import { bareName, COMPLETE, readUriTemplate, type ToolEntry } from '@mortise/contracts';
import type { ToolGate } from '../registry/tool-gate.ts';

/**
 * Whether the address that these values make of a template is the template's: another resource may have it, which
 * policy may deny. Values that are no texts are for the check of arguments; a completion reads nothing.
 */
export function isOwnAddress(entry: ToolEntry, args: unknown, gate: ToolGate): boolean {
  const template = readUriTemplate(bareName(entry.name));
  if (template === undefined || template.variables.length === 0) return true;
  if (gate.resourceAt === undefined || typeof args !== 'object' || args === null) return true;
  if (Object.hasOwn(args, COMPLETE)) return true;
  const values = template.variables.map((name): [string, unknown] => [
    name,
    Object.hasOwn(args, name) ? Reflect.get(args, name) : undefined,
  ]);
  if (!values.every(([, value]) => typeof value === 'string')) return true;
  const uri = template.expand(Object.fromEntries(values));
  return gate.resourceAt(uri)?.entry.name === entry.name;
}
