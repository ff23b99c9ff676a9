import type { CapabilityBroker, FileGrant, JsonValue } from '@mortise/contracts';
import type { Static, TObject } from '@sinclair/typebox';
import { type BrokerOperation, defineOperation } from '../broker-operation.ts';
import { BrokerRefusal, failed } from '../broker-refusal.ts';
import { type BrokerParts, createBroker } from '../create-broker.ts';
import { interpretGrant } from '../interpret-grant.ts';
import { type DescriptorPaths, systemDescriptors } from './descriptor-paths.ts';
import { ListInput, PathInput, ReadInput, WriteInput } from './file-inputs.ts';
import {
  type FileAccess,
  listFiles,
  makeFolder,
  readFile,
  removeFile,
  statFile,
  writeFile,
} from './file-operations.ts';
import { isMissing } from './locate.ts';

export interface FileBrokerParts extends BrokerParts {
  /** Default: what the system offers. */
  readonly descriptors?: DescriptorPaths;
}

/** Files below granted roots; what is opened is what is checked. */
export function createFileBroker(parts: FileBrokerParts): CapabilityBroker {
  const descriptors = parts.descriptors ?? systemDescriptors(process.platform);
  const on = <Input extends TObject>(
    input: Input,
    parameters: readonly string[],
    run: (input: Static<Input>, access: FileAccess) => Promise<JsonValue>,
  ) => fileOperation({ input, parameters, run }, descriptors);
  const operations = new Map([
    ['read', on(ReadInput, ['path', 'options'], readFile)],
    ['write', on(WriteInput, ['path', 'content', 'options'], writeFile)],
    ['list', on(ListInput, ['path', 'options'], listFiles)],
    ['stat', on(PathInput, ['path'], statFile)],
    ['mkdir', on(PathInput, ['path'], makeFolder)],
    ['remove', on(PathInput, ['path'], removeFile)],
  ]);
  return createBroker(
    { capability: 'fs_reach', interpretGrant: interpretGrant('fs_reach'), operations },
    parts,
  );
}

interface FileOperationSpec<Input extends TObject> {
  readonly input: Input;
  readonly parameters: readonly string[];
  readonly run: (input: Static<Input>, access: FileAccess) => Promise<JsonValue>;
}

function fileOperation<Input extends TObject>(
  { input, parameters, run }: FileOperationSpec<Input>,
  descriptors: DescriptorPaths,
): BrokerOperation<FileGrant> {
  return defineOperation({
    input,
    parameters,
    target: (each) => String(Reflect.get(each as object, 'path')),
    run: async (each, grant: FileGrant) => {
      try {
        return await run(each, { grant, descriptors });
      } catch (error) {
        throw explain(error);
      }
    },
  });
}

/** Texts of system errors hold real paths; a guest gets words of its own. */
function explain(error: unknown): unknown {
  if (error instanceof BrokerRefusal || !(error instanceof Error)) return error;
  if (isMissing(error)) return failed('Nothing is there.');
  const code = Reflect.get(error, 'code');
  const message = typeof code === 'string' ? MESSAGES.get(code) : undefined;
  return message === undefined ? error : failed(message);
}

const MESSAGES: ReadonlyMap<string, string> = new Map([
  ['ELOOP', 'It is a link, or links lead in a circle.'],
  ['ENOTDIR', 'A part of the path is not a directory.'],
  ['EISDIR', 'It is a directory.'],
  ['EEXIST', 'It is there already.'],
  ['EACCES', 'The host may not do that there.'],
  ['ENAMETOOLONG', 'A name in the path is too long.'],
  ['ENOSPC', 'The disk is full.'],
]);
