import { posix } from 'node:path';
import { MEMORY_ROOT } from '../files/package-view.ts';
import type { BundleRequest } from './bundle-request.ts';
import type { BundleUses } from './find-uses.ts';
import { guestFile } from './guest-files.ts';

/** Stands in the entry for what is known of the code when all of it was read. */
const USES = 'Object("mortise:uses")';
/** A bundle without white space has quotes of its own choice. */
const WRITTEN_USES = /Object\((["'`])mortise:uses\1\)/g;

/** Puts what the code uses where the entry says it. */
export function fillInUses(code: string, uses: BundleUses): string {
  return code.replaceAll(WRITTEN_USES, () => JSON.stringify(uses));
}

/** The module that everything hangs on: our shape as it is, OpenClaw's through an adapter. */
export function entryModule(request: BundleRequest): string {
  const paths = request.entries.map((entry) => JSON.stringify(posix.join(MEMORY_ROOT, entry)));
  if (request.shape === 'mortise') {
    return [`import extension from ${paths[0]};`, 'export default extension;'].join('\n');
  }
  const facts = {
    id: request.id,
    version: request.version ?? '0.0.0',
    configDefaults: request.configDefaults ?? {},
  };
  const given = `{ ...${JSON.stringify(facts)}, uses: ${USES} }`;
  return [
    `import { adaptOpenClaw } from ${JSON.stringify(guestFile('openclaw/adapt-openclaw.ts'))};`,
    ...paths.map((path, index) => `import * as entry${index} from ${path};`),
    `export default adaptOpenClaw([${paths.map((_, index) => `entry${index}`).join(', ')}], ${given});`,
  ].join('\n');
}
