import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { LIMITS } from '@mortise/contracts';
import { writeArchive } from './archive/write-archive.ts';
import { BUILT_ENTRY, type BuiltExtension } from './build-extension.ts';
import { integrityOf } from './integrity.ts';
import { viewOf } from './open-source.ts';

export interface PackedExtension {
  /** `weather-0.1.0.tgz`. */
  readonly fileName: string;
  readonly bytes: Uint8Array;
  readonly integrity: string;
  readonly files: readonly string[];
}

/** Fields of the author's package.json that a reader of the package needs. Scripts are none. */
const KEPT = ['description', 'license', 'author', 'homepage', 'repository', 'bugs'] as const;
const DOCUMENTS = ['README.md', 'LICENSE', 'LICENSE.md', 'LICENSE.txt', 'CHANGELOG.md'] as const;
const KEYWORD = 'mortise-extension';

/**
 * One tarball of a built extension: bundle, manifest and documents, without scripts and without
 * dependencies. The same build gives the same bytes.
 */
export async function packExtension(
  folder: string,
  built: BuiltExtension & { readonly status: 'ok' },
): Promise<PackedExtension> {
  const view = viewOf(realpathSync(folder));
  const author = view.readObject(join(folder, 'package.json')) ?? {};
  const version = built.manifest.version ?? '0.0.0';
  const files = new Map([
    [BUILT_ENTRY, built.bundle.source],
    [`${BUILT_ENTRY}.map`, built.bundle.map],
    ['package.json', packageJson(built, author)],
  ]);
  for (const name of DOCUMENTS) {
    const text = view.readText(join(folder, name));
    if (text !== undefined && text.length <= LIMITS.sourceBytes.standard) files.set(name, text);
  }
  const bytes = await writeArchive(files);
  return {
    fileName: `${built.manifest.id}-${version}.tgz`,
    bytes,
    integrity: integrityOf(bytes),
    files: [...files.keys()].sort(),
  };
}

function packageJson(
  built: BuiltExtension & { readonly status: 'ok' },
  author: { readonly [key: string]: unknown },
): string {
  const { id, version = '0.0.0' } = built.manifest;
  const { $schema: _, ...manifest } = built.manifest;
  const name =
    typeof author['name'] === 'string' ? author['name'] : `mortise-ext-${id.toLowerCase()}`;
  const keywords = Array.isArray(author['keywords']) ? author['keywords'] : [];
  const kept = KEPT.flatMap((key) => (Object.hasOwn(author, key) ? [[key, author[key]]] : []));
  const content = {
    ...{ name, version },
    ...Object.fromEntries(kept),
    keywords: [...new Set([KEYWORD, ...keywords.filter((each) => typeof each === 'string')])],
    ...{ type: 'module', main: BUILT_ENTRY, mortise: manifest },
  };
  return `${JSON.stringify(content, null, 2)}\n`;
}
