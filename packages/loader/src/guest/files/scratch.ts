import { Buffer } from '../builtins/buffer.ts';
import type { HostStep } from './steps.ts';

/**
 * What an extension does with files while it registers. There is no call then in whose name the host
 * could be asked, so it works on an empty folder in memory; what it wrote goes to the host with the
 * first call that uses files.
 */
const folders = new Set<string>();
const contents = new Map<string, Uint8Array>();
let pending: HostStep[] = [];

export function takePending(): readonly HostStep[] {
  const taken = pending;
  pending = [];
  folders.clear();
  contents.clear();
  return taken;
}

/** Answers as the host would; `undefined` is thrown as a missing file by its caller. */
export function answerWhileRegistering({ operation, args }: HostStep): unknown {
  const [path, second] = args as readonly [string, unknown];
  switch (operation) {
    case 'fs_reach.stat':
      return factsOf(path);
    case 'fs_reach.read':
      return contentOf(path);
    case 'fs_reach.list':
      return { entries: entriesOf(path), more: false };
    case 'fs_reach.mkdir':
      folders.add(path);
      pending.push({ operation, args });
      return { created: true };
    case 'fs_reach.write': {
      const { append } = (args[2] ?? {}) as { readonly append?: boolean };
      const added = Buffer.from(String(second), 'base64');
      const before = append === true ? (contents.get(path) ?? Buffer.alloc(0)) : Buffer.alloc(0);
      contents.set(path, Buffer.concat([before, added]));
      pending.push({ operation, args });
      return { bytes: added.length, created: true };
    }
    case 'fs_reach.remove':
      pending.push({ operation, args });
      return contents.delete(path) || folders.delete(path);
    default:
      throw Object.assign(new Error('an extension that registers cannot do this'), {
        system: 'EACCES',
      });
  }
}

function factsOf(path: string): unknown {
  const bytes = contents.get(path);
  if (bytes !== undefined) return { kind: 'file', size: bytes.length, modifiedMs: Date.now() };
  const isFolder = folders.has(path) || [...folders].some((each) => each.startsWith(`${path}/`));
  return isFolder ? { kind: 'directory', size: 0, modifiedMs: Date.now() } : null;
}

function contentOf(path: string): unknown {
  const bytes = contents.get(path);
  if (bytes === undefined) {
    throw Object.assign(new Error('Nothing is there.'), { system: 'ENOENT' });
  }
  const size = bytes.length;
  return {
    content: Buffer.from(bytes).toString('base64'),
    size,
    offset: 0,
    bytes: size,
    eof: true,
  };
}

function entriesOf(folder: string): readonly object[] {
  if (!folders.has(folder)) {
    throw Object.assign(new Error('Nothing is there.'), { system: 'ENOENT' });
  }
  const inside = (path: string): boolean =>
    path.startsWith(`${folder}/`) && !path.slice(folder.length + 1).includes('/');
  const name = (path: string): string => path.slice(folder.length + 1);
  return [
    ...[...folders].filter(inside).map((path) => ({ name: name(path), kind: 'directory' })),
    ...[...contents.keys()].filter(inside).map((path) => ({ name: name(path), kind: 'file' })),
  ];
}
