import type { Diagnostic, ExtensionManifest } from '@mortise/contracts';
import type { ExtensionBundleText, ExtensionShape } from '../bundle/bundle-request.ts';
import type { FileObservation } from '../files/file-observation.ts';

/** A package as it was loaded, without errors. */
export interface OkPackage {
  readonly status: 'ok';
  readonly manifest: ExtensionManifest;
  readonly shape: ExtensionShape;
  readonly bundle: ExtensionBundleText;
  readonly integrity: string;
  /** Warnings and notes; no errors. */
  readonly diagnostics: readonly Diagnostic[];
}

/** A package with what it depends on beyond its own files. */
export interface KeptPackage {
  readonly loaded: OkPackage;
  /** What was seen of the folder and is no part of its integrity: links, installed packages. */
  readonly inside: readonly FileObservation[];
  /** Name of the set of what was seen elsewhere. */
  readonly outside: string;
}

interface Header extends Omit<KeptPackage, 'loaded'> {
  readonly loaded: Omit<OkPackage, 'bundle'> & {
    readonly bundle: Omit<ExtensionBundleText, 'source' | 'map'>;
  };
  readonly sourceBytes: number;
}

const LENGTH_BYTES = 4;

/** The length of a JSON header, the header, the source, its map: the texts are long and need no quoting. */
export function writePackageBytes({ loaded, inside, outside }: KeptPackage): Uint8Array {
  const { source, map, ...bundle } = loaded.bundle;
  const sourceBytes = Buffer.from(source);
  const header: Header = {
    loaded: { ...loaded, bundle },
    ...{ inside, outside, sourceBytes: sourceBytes.length },
  };
  const headerBytes = Buffer.from(JSON.stringify(header));
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeUInt32LE(headerBytes.length);
  return Buffer.concat([length, headerBytes, sourceBytes, Buffer.from(map)]);
}

/** The other way round, of what a store vouches for. Throws if it was written by another version. */
export function readPackageBytes(bytes: Uint8Array): KeptPackage {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const headerEnd = LENGTH_BYTES + view.readUInt32LE();
  const header = JSON.parse(view.toString('utf8', LENGTH_BYTES, headerEnd)) as Header;
  const sourceEnd = headerEnd + header.sourceBytes;
  const bundle: ExtensionBundleText = {
    ...header.loaded.bundle,
    source: view.toString('utf8', headerEnd, sourceEnd),
    // Three times as long as the source, and seldom asked for.
    get map() {
      return view.toString('utf8', sourceEnd);
    },
  };
  const { inside, outside } = header;
  return { loaded: { ...header.loaded, bundle }, inside, outside };
}
