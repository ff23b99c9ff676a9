import {
  CAPABILITIES,
  type CapabilityBroker,
  type CapabilitySubject,
  type GrantOf,
  type OperationInput,
  type OperationOutput,
} from '@mortise/contracts';
import { ProgramJail } from '@mortise/processes';
import { denied, failed } from '../broker-refusal.ts';
import { type DescriptorPaths, systemDescriptors } from '../files/descriptor-paths.ts';
import { openReach } from '../files/file-reach.ts';
import { type HostFiles, NO_HOST_FILES } from '../files/host-files.ts';
import { isMissing, locate } from '../files/locate.ts';
import { PinnedDirectory } from '../files/pinned-directory.ts';
import { admitProgram, type ProgramRules } from './admit-program.ts';
import { applyRules, type RuledRun } from './apply-rules.ts';
import { BinaryFinder } from './find-binary.ts';
import { enterRepository } from './git-repository.ts';
import { openProgramReach } from './program-reach.ts';
import { RunFolders } from './run-folders.ts';
import { type ProcessEnd, type ProcessOrder, runProcess } from './run-process.ts';

const { standard } = CAPABILITIES.process;

export interface ProcessBrokerParts {
  /** Where bare names are looked up, in this order; given by the operator. */
  readonly binaryDirectories: readonly string[];
  readonly descriptors?: DescriptorPaths;
  /** Keeps programs to what the grant says; where the machine can, if absent. */
  readonly jail?: ProgramJail;
  /** What no program reaches. */
  readonly hostFiles?: HostFiles;
  /** Rules on programs and their arguments; absent: what is granted runs. */
  readonly rules?: ProgramRules;
}

type RunInput = OperationInput<'process', 'run'>;
type RunOutput = OperationOutput<'process', 'run'>;

/**
 * Runs granted binaries, arguments as a list, never through a shell. What a binary can do with
 * its own arguments is granted with it, unless the grant has a rule for them.
 */
export function createProcessBroker(parts: ProcessBrokerParts): CapabilityBroker<'process'> {
  const binaries = new BinaryFinder(parts.binaryDirectories);
  const { jail = new ProgramJail({ tier: 'preferred' }), hostFiles = NO_HOST_FILES } = parts;
  const descriptors = parts.descriptors ?? systemDescriptors(process.platform);
  const { rules } = parts;
  const kept = { rules, binaries, descriptors, jail, hostFiles, folders: new RunFolders() };
  return { run: (input, grant, subject) => runWithin({ input, grant, subject, ...kept }) };
}

interface Running {
  readonly input: RunInput;
  readonly grant: GrantOf<'process'>;
  readonly subject: CapabilitySubject;
  readonly binaries: BinaryFinder;
  readonly descriptors: DescriptorPaths;
  readonly jail: ProgramJail;
  readonly hostFiles: HostFiles;
  readonly folders: RunFolders;
  readonly rules: ProgramRules | undefined;
}

async function runWithin(running: Running): Promise<RunOutput> {
  const { input, grant, folders, hostFiles } = running;
  if (!grant.allowedBinaries.includes(input.binary)) {
    throw denied(`The binary ${input.binary} is not granted.`);
  }
  checkArguments(input);
  const binary = await running.binaries.find(input.binary);
  const asked = { name: input.binary, binary, args: input.args ?? [] };
  const ruled = await applyRules(asked, grant, running.binaries);
  await using place = await openPlace(running);
  await using approved = await admitProgram(asked, { ...running, folder: place.realPath });
  await using reach = await openProgramReach(grant, { binary, folders, hostFiles });
  const entered = await enterFolder(running, { ruled, place, binary });
  const env = { ...reach.env, ...ruled.env, ...entered };
  const order = orderFor(running, { binary, cwd: place.path, args: ruled.args, env, reach });
  const end = await approved.run(() => runProcess(order, running.jail));
  return describeEnd(end, input.options?.encoding ?? 'utf8');
}

interface Entering {
  readonly ruled: RuledRun;
  readonly place: Place;
  readonly binary: string;
}

/** What the folder adds to the environment, if a rule says what the folder must be. */
async function enterFolder(
  { grant, subject, jail, folders }: Running,
  { ruled, place, binary }: Entering,
): Promise<Readonly<Record<string, string>>> {
  if (!ruled.folders.has('git-repository')) return {};
  const { cwd: roots = [] } = grant;
  const { signal } = subject;
  return enterRepository({ folder: place.realPath, roots, binary, signal, jail, folders });
}

type RunParts = Pick<ProcessOrder, 'binary' | 'cwd' | 'args' | 'env' | 'reach'>;

function orderFor({ input, grant, subject }: Running, parts: RunParts): ProcessOrder {
  const allowedMs = grant.timeoutMs ?? standard.timeoutMs;
  return {
    ...parts,
    stdin: Buffer.from(input.options?.stdin ?? '', 'utf8'),
    timeoutMs: Math.min(input.options?.timeoutMs ?? allowedMs, allowedMs),
    maxOutputBytes: grant.maxOutputBytes ?? standard.maxOutputBytes,
    signal: subject.signal,
  };
}

function checkArguments({ args = [], options }: RunInput): void {
  if (args.some((each) => each.includes('\0'))) throw failed('An argument has no NUL.');
  if (Buffer.byteLength(args.join(' ')) > standard.argumentBytes) {
    throw failed(`The arguments are longer than ${standard.argumentBytes} bytes.`);
  }
  if (Buffer.byteLength(options?.stdin ?? '') > standard.stdinBytes) {
    throw failed(`The input is longer than ${standard.stdinBytes} bytes.`);
  }
}

interface Place extends AsyncDisposable {
  readonly path: string;
  readonly realPath: string;
}

/** A directory in a granted root, held open so that the process starts where it was checked. */
async function openPlace({ input, grant, descriptors }: Running): Promise<Place> {
  const { cwd: roots = [] } = grant;
  const asked = input.options?.cwd;
  if (roots.length === 0) {
    if (asked !== undefined) throw denied('No directory to run in is granted.');
    return { path: '/', realPath: '/', [Symbol.asyncDispose]: async () => undefined };
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
    await PinnedDirectory.open(directory.child(name), reach, descriptors).catch(() => {
      throw failed('The directory to run in is not there.');
    }),
  );
}

function placeIn(directory: PinnedDirectory): Place {
  return {
    path: directory.child('.'),
    realPath: directory.path,
    [Symbol.asyncDispose]: () => directory[Symbol.asyncDispose](),
  };
}

function describeEnd(end: ProcessEnd, encoding: 'utf8' | 'base64'): RunOutput {
  return {
    exitCode: end.exitCode,
    signal: end.signal,
    stdout: end.stdout.toString(encoding),
    stderr: end.stderr.toString(encoding),
    timedOut: end.timedOut,
    truncated: end.truncated,
  };
}
