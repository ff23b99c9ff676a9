import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { loaderDiagnostic } from '../loader-diagnostic.ts';
import type { BundleReply, BundleRequest } from './bundle-request.ts';

const MAIN = join(import.meta.dirname, 'bundler-main.ts');
const TIME_LIMIT_MS = 60_000;
const HEAP_MB = 1_024;

/**
 * Bundles in a process of its own, without an environment and without the right to write or to
 * start anything. A crash of the bundler is a diagnostic of that package and nothing more.
 */
export async function runBundler(request: BundleRequest): Promise<BundleReply> {
  const child = fork(MAIN, [], {
    env: {},
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    execArgv: [
      '--permission',
      '--allow-fs-read=*',
      '--allow-addons',
      `--max-old-space-size=${HEAP_MB}`,
    ],
  });
  try {
    return await ask(child, request);
  } finally {
    child.kill('SIGKILL');
  }
}

function ask(child: ChildProcess, request: BundleRequest): Promise<BundleReply> {
  return new Promise((resolve) => {
    const fail = (message: string): void => resolve(bundlerLost(request, message));
    const timer = setTimeout(
      () => fail(`the bundler took more than ${TIME_LIMIT_MS} ms`),
      TIME_LIMIT_MS,
    );
    child.once('message', (reply) => {
      clearTimeout(timer);
      // Written by our own program from a checked request; there is nothing to interpret.
      resolve(reply as BundleReply);
    });
    child.once('error', (error) => {
      clearTimeout(timer);
      fail(`the bundler did not start: ${error.message}`);
    });
    child.once('exit', (code, signal) => {
      clearTimeout(timer);
      fail(`the bundler ended while it read this package (${signal ?? `code ${code}`})`);
    });
    child.send(request, (error) => {
      if (error !== null) fail(`the bundler did not take the package: ${error.message}`);
    });
  });
}

function bundlerLost(request: BundleRequest, message: string): BundleReply {
  const hint =
    'The source nests too deeply or is too large to be parsed. Do not install it unless you know why.';
  const found = loaderDiagnostic('bundle_failed', { message, subject: request.id, hint });
  return { status: 'failed', diagnostics: [found] };
}
