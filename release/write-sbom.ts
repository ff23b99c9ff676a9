import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { npmRegistry } from './npm-registry.ts';
import { runTool } from './run-tool.ts';
import { BUNDLED_NAME, type BundledPackage } from './third-party-notices.ts';
import { ROOT, type WorkspacePackage } from './workspace-packages.ts';

interface Component {
  readonly purl: string;
  readonly externalReferences?: readonly { readonly url: string }[];
  readonly [key: string]: unknown;
}

interface Bom {
  readonly metadata: { readonly component: Component };
  readonly components: readonly Component[];
  readonly [key: string]: unknown;
}

/**
 * Writes one CycloneDX file of what all packages bring with them: what the lock file says they install, by
 * `pnpm sbom`, and what was bundled into them. Addresses of the registry that was asked are left out.
 */
export async function writeSbom(
  file: string,
  packages: readonly WorkspacePackage[],
): Promise<number> {
  const pnpm = join(ROOT, 'node_modules', '.bin', 'pnpm');
  const filters = packages.map(({ name }) => `--filter=${name}`);
  const args = ['sbom', '--prod', '--sbom-format', 'cyclonedx', ...filters, '--out', file];
  await runTool(pnpm, args);
  const bom = JSON.parse(readFileSync(file, 'utf8')) as Bom;
  const { host } = await npmRegistry();
  const installed = bom.components.map((each) => withoutHost(each, host));
  const bundled = packages.flatMap(bundledIn).filter((each) => {
    return !installed.some(({ purl }) => purl === each.purl);
  });
  const components = [...installed, ...bundled].toSorted((one, other) =>
    one.purl < other.purl ? -1 : 1,
  );
  const metadata = { ...bom.metadata, component: rootComponent(packages) };
  writeFileSync(file, `${JSON.stringify({ ...bom, metadata, components }, null, 2)}\n`);
  return components.length;
}

/** The release as a whole; all its packages have one version. */
function rootComponent([first]: readonly WorkspacePackage[]): Component {
  const version = first?.manifest.version ?? '0.0.0';
  const purl = `pkg:npm/mortise@${version}`;
  const licenses = [{ license: { id: 'MIT' } }];
  return { type: 'application', name: 'mortise', version, purl, 'bom-ref': purl, licenses };
}

function withoutHost(
  { externalReferences = [], ...component }: Component,
  host: string,
): Component {
  const kept = externalReferences.filter(({ url }) => !url.includes(host));
  return { ...component, ...(kept.length === 0 ? {} : { externalReferences: kept }) };
}

function bundledIn({ name, folder }: WorkspacePackage): readonly Component[] {
  const path = join(folder, 'dist', BUNDLED_NAME);
  if (!existsSync(path)) return [];
  const bundled = JSON.parse(readFileSync(path, 'utf8')) as readonly BundledPackage[];
  return bundled.map((each) => {
    const purl = `pkg:npm/${each.name.replace('@', '%40')}@${each.version}`;
    const properties = [{ name: 'mortise:bundled-into', value: name }];
    return { type: 'library', ...each, purl, 'bom-ref': purl, properties };
  });
}
