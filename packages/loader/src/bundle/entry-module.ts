import { posix } from 'node:path';
import { MEMORY_ROOT } from '../files/package-view.ts';
import type { BundleRequest } from './bundle-request.ts';
import { guestFile } from './guest-files.ts';

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
  return [
    `import { adaptOpenClaw } from ${JSON.stringify(guestFile('openclaw/adapt-openclaw.ts'))};`,
    ...paths.map((path, index) => `import * as entry${index} from ${path};`),
    `export default adaptOpenClaw([${paths.map((_, index) => `entry${index}`).join(', ')}], ${JSON.stringify(facts)});`,
  ].join('\n');
}
