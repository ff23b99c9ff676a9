import { ConfigFile } from '@mortise/contracts';

/** The schema of the configuration as editors read it. */
export function printConfigSchema(): string {
  const dialect = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Mortise configuration',
  };
  return `${JSON.stringify({ ...dialect, ...ConfigFile }, null, 2)}\n`;
}
