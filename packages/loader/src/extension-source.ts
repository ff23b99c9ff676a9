import type { ExtensionManifest } from '@mortise/contracts';

/** Where an extension comes from. Nothing is looked for: only what is named here is read. */
export type ExtensionSource =
  | { readonly kind: 'folder'; readonly path: string }
  | { readonly kind: 'archive'; readonly path: string }
  | { readonly kind: 'archive'; readonly bytes: Uint8Array; readonly name: string }
  /** A package that is installed already, as a file in the folder `from` would find it. */
  | { readonly kind: 'package'; readonly name: string; readonly from: string }
  /** Source without a package, in TypeScript or JavaScript. */
  | {
      readonly kind: 'inline';
      readonly id: string;
      readonly source: string;
      readonly manifest?: Omit<ExtensionManifest, 'id' | 'entry'>;
    };

/** A source in one line, for messages. */
export function describeSource(source: ExtensionSource): string {
  switch (source.kind) {
    case 'folder':
      return source.path;
    case 'archive':
      return 'path' in source ? source.path : source.name;
    case 'package':
      return source.name;
    case 'inline':
      return `inline ${source.id}`;
    default:
      return source satisfies never;
  }
}
