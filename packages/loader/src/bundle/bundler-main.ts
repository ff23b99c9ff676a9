import { bundleExtension } from './bundle-extension.ts';
import type { BundleRequest } from './bundle-request.ts';

// One process for one package: what a parser does to this process ends with it.
process.once('message', async (request: BundleRequest) => {
  const reply = await bundleExtension(request);
  process.send?.(reply, undefined, undefined, () => process.disconnect());
});
