/**
 * `pnpm release [--dry-run]`: builds, packs and checks all packages, then publishes those versions that
 * the registry does not have yet. The registry is the one npm is set to; none is named here.
 */
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkAll, packAll } from './make-release.ts';
import { publishAll } from './publish-tarballs.ts';
import { ROOT, workspacePackages } from './workspace-packages.ts';
import { writeSbom } from './write-sbom.ts';

const isDryRun = process.argv.includes('--dry-run');
const folder = join(ROOT, 'release', 'dist');
const tarballs = await packAll(folder);
const parts = await writeSbom(join(folder, 'sbom.cdx.json'), workspacePackages());
copyFileSync(join(ROOT, 'release', 'vex.openvex.json'), join(folder, 'vex.openvex.json'));
const faults = await checkAll(tarballs, { isLinted: true });
for (const fault of faults) console.error(fault);
if (faults.length > 0) {
  console.error(`\n${faults.length} faults; nothing was published`);
  process.exitCode = 1;
} else {
  const done = await publishAll(tarballs, { isDryRun });
  for (const line of done) console.log(line);
  const what = isDryRun ? 'checked, nothing was published (--dry-run)' : 'checked and published';
  console.log(`\n${tarballs.length} packages ${what}`);
  console.log(`${folder}: the tarballs, sbom.cdx.json (${parts} components), vex.openvex.json`);
}
