import type { BrokerSubject, CapabilityBroker, JsonValue, ProcessGrant } from '@mortise/contracts';
import { type Static, Type } from '@sinclair/typebox';
import { defineOperation } from '../broker-operation.ts';
import { denied, failed } from '../broker-refusal.ts';
import { type BrokerParts, createBroker } from '../create-broker.ts';
import { type DescriptorPaths, systemDescriptors } from '../files/descriptor-paths.ts';
import { openReach } from '../files/file-reach.ts';
import { isMissing, locate } from '../files/locate.ts';
import { PinnedDirectory } from '../files/pinned-directory.ts';
import { interpretGrant } from '../interpret-grant.ts';
import { BinaryFinder } from './find-binary.ts';
import { type ProcessEnd, type ProcessOrder, runProcess } from './run-process.ts';

const STANDARD_OUTPUT_BYTES = 256_000;
const STANDARD_MS = 20_000;
const MOST_ARGUMENT_BYTES = 128_000;
const MOST_INPUT_BYTES = 1_000_000;
const LONGEST_NAME = 1_000;

export interface ProcessBrokerParts extends BrokerParts {
  /** Where bare names are looked up, in this order; given by the operator. */
  readonly binaryDirectories: readonly string[];
  readonly descriptors?: DescriptorPaths;
}

const RunInput = Type.Object(
  {
    binary: Type.String({ minLength: 1, maxLength: LONGEST_NAME }),
    args: Type.Optional(Type.Array(Type.String(), { maxItems: 512 })),
    options: Type.Optional(
      Type.Object(
        {
          cwd: Type.Optional(Type.String({ minLength: 1, maxLength: 4_096 })),
          stdin: Type.Optional(Type.String()),
          timeoutMs: Type.Optional(Type.Integer({ minimum: 1 })),
          encoding: Type.Optional(Type.Union([Type.Literal('utf8'), Type.Literal('base64')])),
        },
        { additionalProperties: false },
      ),
    ),
  },
  { additionalProperties: false },
);
type RunInput = Static<typeof RunInput>;

/**
 * Runs granted binaries, arguments as a list, never through a shell. What a binary can do with
 * its own arguments is granted with it.
 */
export function createProcessBroker(parts: ProcessBrokerParts): CapabilityBroker {
  const binaries = new BinaryFinder(parts.binaryDirectories);
  const descriptors = parts.descriptors ?? systemDescriptors(process.platform);
  const run = defineOperation({
    input: RunInput,
    parameters: ['binary', 'args', 'options'],
    target: ({ binary, args = [] }) => JSON.stringify([binary, ...args]),
    run: (input, grant: ProcessGrant, subject) =>
      runWithin({ input, grant, subject, binaries, descriptors }),
  });
  return createBroker(
    {
      capability: 'process',
      interpretGrant: interpretGrant('process'),
      operations: new Map([['run', run]]),
    },
    parts,
  );
}

interface Running {
  readonly input: RunInput;
  readonly grant: ProcessGrant;
  readonly subject: BrokerSubject;
  readonly binaries: BinaryFinder;
  readonly descriptors: DescriptorPaths;
}

async function runWithin(running: Running): Promise<JsonValue> {
  const { input, grant } = running;
  if (!grant.allowedBinaries.includes(input.binary)) {
    throw denied(`The binary ${input.binary} is not granted.`);
  }
  checkArguments(input);
  const binary = await running.binaries.find(input.binary);
  await using place = await openPlace(running);
  const end = await runProcess(orderFor(running, binary, place.path));
  return describeEnd(end, input.options?.encoding ?? 'utf8');
}

function orderFor({ input, grant, subject }: Running, binary: string, cwd: string): ProcessOrder {
  const allowedMs = grant.timeoutMs ?? STANDARD_MS;
  return {
    binary,
    args: input.args ?? [],
    cwd,
    env: grant.env ?? {},
    stdin: Buffer.from(input.options?.stdin ?? '', 'utf8'),
    timeoutMs: Math.min(input.options?.timeoutMs ?? allowedMs, allowedMs),
    maxOutputBytes: grant.maxOutputBytes ?? STANDARD_OUTPUT_BYTES,
    signal: subject.signal,
  };
}

function checkArguments({ args = [], options }: RunInput): void {
  if (args.some((each) => each.includes('\0'))) throw failed('An argument has no NUL.');
  if (Buffer.byteLength(args.join(' ')) > MOST_ARGUMENT_BYTES) {
    throw failed(`The arguments are longer than ${MOST_ARGUMENT_BYTES} bytes.`);
  }
  if (Buffer.byteLength(options?.stdin ?? '') > MOST_INPUT_BYTES) {
    throw failed(`The input is longer than ${MOST_INPUT_BYTES} bytes.`);
  }
}

interface Place extends AsyncDisposable {
  readonly path: string;
}

/** A directory in a granted root, held open so that the process starts where it was checked. */
async function openPlace({ input, grant, descriptors }: Running): Promise<Place> {
  const { cwd: roots = [] } = grant;
  const asked = input.options?.cwd;
  if (roots.length === 0) {
    if (asked !== undefined) throw denied('No directory to run in is granted.');
    return { path: '/', [Symbol.asyncDispose]: async () => undefined };
  }
  const reach = await openReach(roots, roots[0]);
  const { directory, name } = await locate(asked ?? '.', {
    reach,
    descriptors,
    end: 'follow',
  }).catch((error: unknown) => {
    throw isMissing(error) ? failed('The directory to run in is not there.') : error;
  });
  if (name === '.') return placeIn(directory);
  await using _parent = directory;
  return placeIn(
    await PinnedDirectory.open(directory.child(name), reach.roots, descriptors).catch(() => {
      throw failed('The directory to run in is not there.');
    }),
  );
}

function placeIn(directory: PinnedDirectory): Place {
  return {
    path: directory.child('.'),
    [Symbol.asyncDispose]: () => directory[Symbol.asyncDispose](),
  };
}

function describeEnd(end: ProcessEnd, encoding: 'utf8' | 'base64'): JsonValue {
  return {
    exitCode: end.exitCode,
    signal: end.signal,
    stdout: end.stdout.toString(encoding),
    stderr: end.stderr.toString(encoding),
    timedOut: end.timedOut,
    truncated: end.truncated,
  };
}
