import { type Child, type ChildEnd, type NotStarted, startPatiently } from '@mortise/processes';
import { loaderDiagnostic } from '../loader-diagnostic.ts';
import type { BundleReply, BundleRequest } from './bundle-request.ts';
import { locateBundler } from './bundler-program.ts';

const TIME_LIMIT_MS = 60_000;
const HEAP_MB = 1_024;

/**
 * Bundles in a process of its own, without an environment and without the right to write or to
 * start anything. A crash of the bundler is a diagnostic of that package and nothing more.
 */
export async function runBundler(
  request: BundleRequest,
  program = locateBundler(),
): Promise<BundleReply> {
  const child = await startPatiently({
    program: process.execPath,
    args: [
      '--permission',
      '--allow-fs-read=*',
      '--allow-addons',
      `--max-old-space-size=${HEAP_MB}`,
      program,
    ],
    env: {},
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
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
    // Written by our own program from a checked request; there is nothing to interpret.
    child.onMessage((reply) => settle(reply as BundleReply));
    void child.exited.then((end) =>
      fail(`the bundler ended while it read this package (${howOf(end)})`),
    );
    void child.send(request).then((error) => {
      if (error !== undefined) fail(`the bundler did not take the package: ${error.message}`);
    });
  });
}

function howOf(end: ChildEnd): string {
  return end.kind === 'not_started' ? end.code : (end.signal ?? `code ${end.code}`);
}

function bundlerMissing({ id }: BundleRequest, { message }: NotStarted): BundleReply {
  const found = loaderDiagnostic('process_not_started', { message, subject: id });
  return { status: 'failed', diagnostics: [found] };
}

function bundlerLost(request: BundleRequest, message: string): BundleReply {
  const hint =
    'The source nests too deeply or is too large to be parsed. Do not install it unless you know why.';
  const found = loaderDiagnostic('bundle_failed', { message, subject: request.id, hint });
  return { status: 'failed', diagnostics: [found] };
}
