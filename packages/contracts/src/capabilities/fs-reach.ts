import { Type } from '@sinclair/typebox';
import { formatSize } from '../text/byte-size.ts';
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

const STANDARD = {
  maxReadBytes: 1_000_000,
  maxWriteBytes: 1_000_000,
  /** Of one operation on many files: names looked at, bytes read, and its time. */
  searchFiles: 50_000,
  searchBytes: 64_000_000,
  searchMs: 5_000,
  /** Of the state folder of an extension, per agent. */
  stateBytes: 64_000_000,
} as const;

/** Where an extension finds its state folder, wherever that lies; no folder of the machine. */
export const STATE_FOLDER = '/state';

const VALUE = /^(read|write):(.+)$/s;
const STATE = 'state';

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
  append: Type.Optional(Type.Boolean()),
});
const RemoveOptions = options({
  recursive: Type.Optional(Type.Boolean({ description: 'A folder, too, with all that is in it.' })),
});
const ListOptions = options({
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000 })),
});

const patterns = (description: string) =>
  Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 200 }), { maxItems: 200, description }),
  );
/** Which files below a folder are meant. */
const WalkChoice = {
  ignore: patterns('What is left out, as lines of a .gitignore.'),
  gitignore: Type.Optional(
    Type.Boolean({ description: 'What the .gitignore files on the way leave out, too.' }),
  ),
  depth: Type.Optional(Type.Integer({ minimum: 1, maximum: 64 })),
  after: Type.Optional(
    Type.String({ minLength: 1, maxLength: 10_000, description: 'Goes on behind this path.' }),
  ),
};
const FileChoice = {
  ...WalkChoice,
  only: patterns('Only files that match one of these, as lines of a .gitignore.'),
  bytesPerFile: Type.Optional(Type.Integer({ minimum: 1, maximum: 8_000_000 })),
};
const WalkOptions = options({
  ...WalkChoice,
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000 })),
});
const SearchOptions = options({
  ...FileChoice,
  ignoreCase: Type.Optional(Type.Boolean()),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 2_000 })),
});
const ReadManyOptions = options({
  ...FileChoice,
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 2_000 })),
});
/** How far an operation on many files came. */
const WalkState = {
  /** Folders that could not be entered, or not looked through. */
  skipped: Count,
  /** Absent if everything was seen; else go on with `after: last`. */
  stopped: Type.Optional(
    oneOf(['looked', 'time', 'bytes', 'limit'], 'Why it ended before everything was seen.'),
  ),
  last: Type.Optional(Type.String()),
};
const EntryKind = oneOf(['file', 'directory', 'link', 'other'], 'What the name stands for.');

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
      kind: EntryKind,
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
  example: '{}',
  request: Type.Object(
    {
      read: Type.Optional(texts('Folders it reads in; `*` is the workspace.')),
      write: Type.Optional(texts('Folders it writes in; `*` is the workspace.')),
      state: Type.Optional(
        Type.Boolean({ description: `A folder of its own, which it finds as ${STATE_FOLDER}.` }),
      ),
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
      state: Type.Optional(
        Type.Boolean({
          description: `Whether it has a folder of its own, which it finds as ${STATE_FOLDER}; one for each agent.`,
        }),
      ),
      stateBytes: Type.Optional(bytes('Most bytes of its own folder.')),
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
  narrow: ({ state, ...grant }, { read = [], write = [], state: asked }) => ({
    ...grant,
    ...(state === true && asked === true && { state }),
    read: meetFolders(grant.read ?? [], read),
    write: meetFolders(grant.write ?? [], write),
  }),
  grantAll: ({ read, write, state }, { workspace }) => ({
    ...(state === true && { state }),
    ...(read && { read: inWorkspace(read, workspace) }),
    ...(write && { write: inWorkspace(write, workspace) }),
  }),
  asks: ({ read = [], write = [], state }) => [
    ...(state === true ? [{ what: 'a folder of its own', mostBytes: STANDARD.stateBytes }] : []),
    ...read.map((folder) => ({ what: `read ${folder}` })),
    ...write.map((folder) => ({ what: `write ${folder}` })),
  ],
  values: {
    form: 'state, read:<folder> or write:<folder>; * is the workspace',
    list: ({ read = [], write = [], state, stateBytes = STANDARD.stateBytes }) => [
      ...(state === true
        ? [
            {
              value: STATE,
              words: `keeps up to ${formatSize(stateBytes)} of files of its own per agent`,
            },
          ]
        : []),
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
      if (value === STATE) return { ...grant, state: true };
      const [, way, folder = ''] = VALUE.exec(value) ?? [];
      const path = folder === '*' ? workspace : folder;
      if ((way !== 'read' && way !== 'write') || !isPlainFolder(path)) return undefined;
      return { ...grant, [way]: [...new Set([...(grant[way] ?? []), path])] };
    },
    remove: ({ read = [], write = [], state, ...grant }, value) => {
      const hasState = state === true && value !== STATE;
      const [reading, writing] = [
        read.filter((folder) => `read:${folder}` !== value),
        write.filter((folder) => `write:${folder}` !== value),
      ];
      if (reading.length + writing.length === 0 && !hasState) return undefined;
      return { ...grant, ...(hasState && { state }), read: reading, write: writing };
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
      summary:
        'Writes a whole file at once; `exclusive` refuses one that is there, `append` writes behind what is there.',
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
    walk: defineOperation({
      summary:
        'Names everything below a folder in order, paths relative to it; links are not followed, and what cannot be entered is gone round.',
      call: (path: string, settings?: typeof WalkOptions.static) => ({ path, options: settings }),
      input: Type.Object({ path: Path, options: Type.Optional(WalkOptions) }, closed),
      output: Type.Object({
        entries: Type.Array(Type.Object({ path: Type.String(), kind: EntryKind })),
        ...WalkState,
      }),
      target: ({ path }) => `${path}/**`,
    }),
    search: defineOperation({
      summary:
        'Finds the lines that contain a text, in all text files below a folder or in one file, up to `limit` matches.',
      call: (path: string, text: string, settings?: typeof SearchOptions.static) => ({
        path,
        text,
        options: settings,
      }),
      input: Type.Object(
        {
          path: Path,
          text: Type.String({ minLength: 1, maxLength: 1_000 }),
          options: Type.Optional(SearchOptions),
        },
        closed,
      ),
      output: Type.Object({
        files: Type.Array(
          Type.Object({
            path: Type.String(),
            /** All of the file; `lines` has the first. */
            total: Count,
            lines: Type.Array(Type.Object({ line: Count, text: Type.String() })),
            /** Only its beginning was searched. */
            isPartly: Type.Boolean(),
          }),
        ),
        searched: Count,
        unreadable: Count,
        ...WalkState,
      }),
      target: ({ path }) => `${path}/**`,
    }),
    readMany: defineOperation({
      summary:
        'Reads text files below a folder, one after the other, as many as one read may have bytes; go on with `after`.',
      call: (path: string, settings?: typeof ReadManyOptions.static) => ({
        path,
        options: settings,
      }),
      input: Type.Object({ path: Path, options: Type.Optional(ReadManyOptions) }, closed),
      output: Type.Object({
        files: Type.Array(
          Type.Object({ path: Type.String(), content: Type.String(), isPartly: Type.Boolean() }),
        ),
        unreadable: Count,
        ...WalkState,
      }),
      target: ({ path }) => `${path}/**`,
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
      summary: 'Removes a file, or with `recursive` a folder; answers false if nothing was there.',
      call: (path: string, settings?: typeof RemoveOptions.static) => ({
        path,
        options: settings,
      }),
      input: Type.Object({ path: Path, options: Type.Optional(RemoveOptions) }, closed),
      output: Type.Boolean(),
      target: ({ path }) => path,
    }),
    rename: defineOperation({
      summary: 'Gives a file or folder another name, in place of a file that has it.',
      call: (path: string, to: string) => ({ path, to }),
      input: Type.Object({ path: Path, to: Path }, closed),
      output: Type.Null(),
      target: ({ path, to }) => `${path} -> ${to}`,
    }),
  },
});

function inWorkspace(folders: readonly string[], workspace: string): readonly string[] {
  return folders.map((folder) => (folder === '*' ? workspace : folder));
}
