import { type Diagnostic, ERROR_CODES, type ToolDescription } from '@mortise/contracts';
import { findProviderFaults, type ProviderFault } from './provider-rules.ts';

const MOST_SHOWN = 3;

/** What the large providers do not take of the schemas of tools: one finding for each tool and provider. */
export function checkSchemas(tools: readonly ToolDescription[]): readonly Diagnostic[] {
  return tools.flatMap((tool) => {
    const faults = Map.groupBy(findProviderFaults(tool.schema), ({ provider }) => provider);
    return [...faults.values()].map((group) => describe(tool.name, group));
  });
}

function describe(subject: string, faults: readonly ProviderFault[]): Diagnostic {
  const [{ provider, isRefused } = UNKNOWN] = faults;
  const shown = faults
    .slice(0, MOST_SHOWN)
    .map(({ path, message }) => `${path === '' ? 'the schema' : path}: ${message}`);
  const more = faults.length > MOST_SHOWN ? `; and ${faults.length - MOST_SHOWN} more` : '';
  return {
    code: 'schema_unportable',
    severity: isRefused ? 'warning' : 'info',
    subject,
    message: `${subject} for ${provider}: ${shown.join('; ')}${more}`,
    hint: ERROR_CODES.schema_unportable.hint,
  };
}

const UNKNOWN = { provider: '', isRefused: false };
