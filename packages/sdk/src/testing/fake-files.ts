import { posix } from 'node:path';
import type { BrokerReply, CapabilityBroker, JsonValue } from '@mortise/contracts';
import { declaredOf, denied, done, failed } from './broker-reply.ts';

const WRITES: ReadonlySet<string> = new Set(['write', 'mkdir', 'remove']);

/** Files in a map, under the roots that the tool declared. */
export function createFakeFiles(files: Map<string, string>): CapabilityBroker {
  return {
    async handle(operation, input, subject) {
      const [rawPath, content] = Array.isArray(input) ? input : [];
      const path = posix.normalize(String(rawPath));
      const kind = WRITES.has(operation) ? 'write' : 'read';
      const roots = declaredOf(subject.grant)[kind];
      if (!isUnder(path, Array.isArray(roots) ? roots : [])) {
        return denied(`${path} is not under a root that ${subject.toolName} may ${kind}.`);
      }
      return operate(operation, { files, path, content: String(content ?? '') });
    },
  };
}

interface FileRequest {
  readonly files: Map<string, string>;
  readonly path: string;
  readonly content: string;
}

function operate(operation: string, request: FileRequest): BrokerReply {
  const { files, path, content } = request;
  const held = files.get(path);
  switch (operation) {
    case 'read':
      return held === undefined ? failed('There is no such file.') : done(describe(held));
    case 'write':
      files.set(path, content);
      return done({ bytes: Buffer.byteLength(content), created: held === undefined });
    case 'mkdir':
      // Folders are where files are; there is nothing to make.
      return done({ created: true });
    case 'remove':
      return done(files.delete(path));
    case 'stat':
      return done(
        held === undefined ? null : { kind: 'file', size: Buffer.byteLength(held), modifiedMs: 0 },
      );
    case 'list':
      return done({ entries: list(files, path), more: false });
    default:
      return failed(`fs has no operation ${operation}`);
  }
}

function describe(content: string): JsonValue {
  const size = Buffer.byteLength(content);
  return { content, encoding: 'utf8', size, offset: 0, bytes: size, eof: true };
}

function list(files: ReadonlyMap<string, string>, folder: string): JsonValue {
  const prefix = folder.endsWith('/') ? folder : `${folder}/`;
  const kinds = new Map<string, 'file' | 'directory'>();
  for (const path of files.keys()) {
    if (!path.startsWith(prefix)) continue;
    const [name = '', ...deeper] = path.slice(prefix.length).split('/');
    kinds.set(name, deeper.length > 0 ? 'directory' : 'file');
  }
  return [...kinds].sort().map(([name, kind]) => ({ name, kind }));
}

function isUnder(path: string, roots: readonly JsonValue[]): boolean {
  return roots.some(
    (root) =>
      typeof root === 'string' &&
      (path === root || path.startsWith(root.endsWith('/') ? root : `${root}/`)),
  );
}
