import { writeFileSync } from 'node:fs';
import { printConfigSchema } from './print-config-schema.ts';

// `pnpm --filter @mortise/host schema`; a test compares the file with the schema.
const target = new URL('../../mortise.config.schema.json', import.meta.url);
writeFileSync(target, printConfigSchema());
