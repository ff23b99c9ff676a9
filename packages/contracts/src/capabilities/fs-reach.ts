import { Type } from '@sinclair/typebox';
import { quoteName } from '../text/quote-text.ts';
import { defineCapability, defineOperation } from './capability-definition.ts';
import { isPlainFolder, meetFolders } from './meet-lists.ts';
import {
  bytes,
  Count,
  closed,
  Encoding,
  nullable,
  oneOf,
  options,
  Reason,
  texts,
} from './schema-parts.ts';

const STANDARD = { maxReadBytes: 1_000_000, maxWriteBytes: 1_000_000 } as const;

const VALUE = /^(read|write):(.+)$/s;

const Path = Type.String({ minLength: 1, maxLength: 10_000 });
const PathInput = Type.Object({ path: Path }, closed);
const ReadOptions = options({
  encoding: Type.Optional(Encoding),
  offset: Type.Optional(Count),
  length: Type.Optional(Count),
});
const WriteOptions = options({
  encoding: Type.Optional(Encoding),
  exclusive: Type.Optional(Type.Boolean()),
});
const ListOptions = options({
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000 })),
});

const FileContent = Type.Object({
  content: Type.String(),
  encoding: Encoding,
  size: Count,
  offset: Count,
  bytes: Count,
  eof: Type.Boolean(),
});
const FolderListing = Type.Object({
  entries: Type.Array(
    Type.Object({
      name: Type.String(),
      kind: oneOf(['file', 'directory', 'link', 'other'], 'What the name stands for.'),
    }),
  ),
  more: Type.Boolean(),
});
const FileFacts = Type.Object({
  kind: oneOf(['file', 'directory'], 'What it is.'),
  size: Count,
  modifiedMs: Type.Integer(),
});

/** Files below granted folders. */
export const fsReachCapability = defineCapability({
  handle: 'fs',
  summary: 'Folders it may reach.',
  request: Type.Object(
    {
      read: Type.Optional(texts('Folders it reads in; `*` is the workspace.')),
      write: Type.Optional(texts('Folders it writes in; `*` is the workspace.')),
      reason: Reason,
    },
    closed,
  ),
  grant: Type.Object(
    {
      read: Type.Optional(texts('Absolute real paths; what lies below may be read.')),
      write: Type.Optional(
        texts('Absolute real paths; what lies below may be written, which is not reading.'),
      ),
      allowHardLinks: Type.Optional(
        Type.Boolean({
          description: 'Take files with a second name somewhere; that name may lie outside.',
        }),
      ),
      maxReadBytes: Type.Optional(bytes('Most bytes of one read.')),
      maxWriteBytes: Type.Optional(bytes('Most bytes of one write.')),
    },
    closed,
  ),
  standard: STANDARD,
  narrow: (grant, { read = [], write = [] }) => ({
    ...grant,
    read: meetFolders(grant.read ?? [], read),
    write: meetFolders(grant.write ?? [], write),
  }),
  grantAll: ({ read, write }, { workspace }) => ({
    ...(read && { read: inWorkspace(read, workspace) }),
    ...(write && { write: inWorkspace(write, workspace) }),
  }),
  asks: ({ read = [], write = [] }) => [
    ...read.map((folder) => ({ what: `read ${folder}` })),
    ...write.map((folder) => ({ what: `write ${folder}` })),
  ],
  values: {
    form: 'read:<folder> or write:<folder>; * is the workspace',
    list: ({ read = [], write = [] }) => [
      ...read.map((folder) => ({
        value: `read:${folder}`,
        words: `reads everything below ${quoteName(folder)}`,
      })),
      ...write.map((folder) => ({
        value: `write:${folder}`,
        words: `writes anything below ${quoteName(folder)}`,
      })),
    ],
    add: (grant = {}, value, { workspace }) => {
      const [, way, folder = ''] = VALUE.exec(value) ?? [];
      const path = folder === '*' ? workspace : folder;
      if ((way !== 'read' && way !== 'write') || !isPlainFolder(path)) return undefined;
      return { ...grant, [way]: [...new Set([...(grant[way] ?? []), path])] };
    },
    remove: ({ read = [], write = [], ...grant }, value) => {
      const [reading, writing] = [
        read.filter((folder) => `read:${folder}` !== value),
        write.filter((folder) => `write:${folder}` !== value),
      ];
      if (reading.length + writing.length === 0) return undefined;
      return { ...grant, read: reading, write: writing };
    },
  },
  mapFolders: (grant, replace) => ({
    ...grant,
    ...(grant.read && { read: grant.read.map(replace) }),
    ...(grant.write && { write: grant.write.map(replace) }),
  }),
  inputBytes: ({ maxWriteBytes }) => maxWriteBytes,
  operations: {
    read: defineOperation({
      summary: 'Reads a file or a range of it, as text or as base64.',
      call: (path: string, settings?: typeof ReadOptions.static) => ({ path, options: settings }),
      input: Type.Object({ path: Path, options: Type.Optional(ReadOptions) }, closed),
      output: FileContent,
      target: ({ path }) => path,
    }),
    write: defineOperation({
      summary: 'Writes a whole file at once; `exclusive` refuses one that is there.',
      call: (path: string, content: string, settings?: typeof WriteOptions.static) => ({
        path,
        content,
        options: settings,
      }),
      input: Type.Object(
        { path: Path, content: Type.String(), options: Type.Optional(WriteOptions) },
        closed,
      ),
      output: Type.Object({ bytes: Count, created: Type.Boolean() }),
      target: ({ path }) => path,
    }),
    list: defineOperation({
      summary: 'Lists the names in a folder.',
      call: (path: string, settings?: typeof ListOptions.static) => ({ path, options: settings }),
      input: Type.Object({ path: Path, options: Type.Optional(ListOptions) }, closed),
      output: FolderListing,
      target: ({ path }) => path,
    }),
    stat: defineOperation({
      summary: 'Answers kind, size and time of a file or folder, `null` if nothing is there.',
      call: (path: string) => ({ path }),
      input: PathInput,
      output: nullable(FileFacts),
      target: ({ path }) => path,
    }),
    mkdir: defineOperation({
      summary: 'Makes a folder, with its parents.',
      call: (path: string) => ({ path }),
      input: PathInput,
      output: Type.Object({ created: Type.Boolean() }),
      target: ({ path }) => path,
    }),
    remove: defineOperation({
      summary: 'Removes a file; answers false if nothing was there.',
      call: (path: string) => ({ path }),
      input: PathInput,
      output: Type.Boolean(),
      target: ({ path }) => path,
    }),
  },
});

function inWorkspace(folders: readonly string[], workspace: string): readonly string[] {
  return folders.map((folder) => (folder === '*' ? workspace : folder));
}
