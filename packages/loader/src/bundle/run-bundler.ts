import { serialize } from 'node:v8';
import { type Child, type ChildEnd, type NotStarted, ProgramJail } from '@mortise/processes';
import { loaderDiagnostic } from '../loader-diagnostic.ts';
import { bundlerFolders, readableFolders } from './bundle-packages.ts';
import type { BundleReply, BundleRequest } from './bundle-request.ts';
import { locateBundler } from './bundler-program.ts';

const TIME_LIMIT_MS = 60_000;
const HEAP_MB = 2_048;
const REPLY = 3;
/** Of a reply: the largest bundle there may be, with its map, several times over. */
const MOST_REPLY_CHARS = 256_000_000;

export interface BundlerOptions {
  readonly program?: string;
  readonly jail?: ProgramJail;
}

/**
 * Bundles in a process of its own, without an environment and without the right to write or to start
 * anything; where the machine can make a jail, the files of the package and of its dependencies are
 * all that it can open. A crash of the bundler is a diagnostic of that package and nothing more.
 */
export async function runBundler(
  request: BundleRequest,
  { program = locateBundler(), jail = new ProgramJail({ tier: 'preferred' }) }: BundlerOptions = {},
): Promise<BundleReply> {
  const read = [...readableFolders(request), ...bundlerFolders()];
  const child = await jail.start({
    ...{ kind: 'reader', program: process.execPath, network: false, env: {} },
    args: [
      '--openssl-config=/dev/null',
      '--permission',
      '--allow-fs-read=*',
      '--allow-addons',
      `--max-old-space-size=${HEAP_MB}`,
      program,
    ],
    stdio: ['pipe', 'ignore', 'ignore', 'pipe'],
    paths: { read, write: [], hidden: request.foreign },
  });
  if (!('ended' in child)) return bundlerMissing(request, child);
  try {
    return await ask(child, request);
  } finally {
    child.kill();
  }
}

function ask(child: Child, request: BundleRequest): Promise<BundleReply> {
  return new Promise((resolve) => {
    const timer = setTimeout(
      () => fail(`the bundler took more than ${TIME_LIMIT_MS} ms`),
      TIME_LIMIT_MS,
    );
    const settle = (reply: BundleReply): void => {
      clearTimeout(timer);
      resolve(reply);
    };
    const fail = (message: string): void => settle(bundlerLost(request, message));
    const chunks: string[] = [];
    let chars = 0;
    const reply = child.stream(REPLY)?.setEncoding('utf8');
    reply?.on('data', (chunk: string) => {
      chunks.push(chunk);
      chars += chunk.length;
      if (chars > MOST_REPLY_CHARS) fail('the bundler answered too much');
    });
    void child.ended.then((end) => {
      const read = readReply(chunks.join(''));
      if (read !== undefined) settle(read);
      else fail(`the bundler ended while it read this package (${howOf(end)})`);
    });
    // A bundler that ended does not take it; how it ended is told by its end.
    child.stream(0)?.on('error', () => undefined);
    child.stream(0)?.end(serialize(request));
  });
}

/** Only whether it is whole: it was written by our own program, and what it holds runs in an isolate. */
function readReply(json: string): BundleReply | undefined {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

function howOf(end: ChildEnd): string {
  return end.kind === 'not_started' ? end.code : (end.signal ?? `code ${end.code}`);
}

function bundlerMissing({ id }: BundleRequest, { code, message }: NotStarted): BundleReply {
  const fault = code === 'NO_JAIL' ? 'jail_missing' : 'process_not_started';
  const found = loaderDiagnostic(fault, { message, subject: id });
  return { status: 'failed', diagnostics: [found] };
}

function bundlerLost(request: BundleRequest, message: string): BundleReply {
  const hint =
    'The source nests too deeply or is too large to be parsed. Do not install it unless you know why.';
  const found = loaderDiagnostic('bundle_failed', { message, subject: request.id, hint });
  return { status: 'failed', diagnostics: [found] };
}
