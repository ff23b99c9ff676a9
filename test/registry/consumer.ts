import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { findProgram } from './find-program.ts';
import { type RunResult, run } from './run.ts';

/** A person on another machine: an empty folder, an empty home, and a registry that has our packages. */
export interface Consumer extends Disposable {
  /** Empty, and its path has a space in it. */
  readonly folder: string;
  readonly home: string;
  readonly env: NodeJS.ProcessEnv;
  /** Runs a program in the folder (npm, pnpm, npx, node or a path) and answers what became of it. */
  run(program: string, ...args: readonly string[]): Promise<RunResult>;
  /** The same, where everything but success fails the test; answers what it printed. */
  must(program: string, ...args: readonly string[]): Promise<string>;
}

export interface ConsumerOptions {
  readonly registry: string;
  /** The Node that is first on the path; the one of this process if absent. */
  readonly node?: string;
  /** What package managers have downloaded, shared among consumers of one run. */
  readonly downloads: string;
}

/** Nothing of the account that runs the tests is seen: no settings of npm, no cache, no programs. */
export function openConsumer({ registry, node, downloads }: ConsumerOptions): Consumer {
  const place = mkdtempSync(join(tmpdir(), 'mortise-consumer-'));
  const folder = join(place, 'an empty folder');
  const [home, bin] = [join(place, 'home'), join(place, 'bin')];
  for (const each of [folder, home, bin]) mkdirSync(each);
  symlinkSync(node ?? process.execPath, join(bin, 'node'));
  symlinkSync(locatePnpm(), join(bin, 'pnpm'));
  const { host } = new URL(registry);
  writeFileSync(join(home, '.npmrc'), `registry=${registry}\n//${host}/:_authToken=anyone\n`);
  const env = {
    HOME: home,
    PATH: [bin, dirname(findProgram('npm')), '/usr/bin', '/bin'].join(':'),
    TMPDIR: tmpdir(),
    NO_COLOR: '1',
    NO_UPDATE_NOTIFIER: '1',
    npm_config_cache: join(downloads, 'npm'),
    npm_config_audit: 'false',
    npm_config_fund: 'false',
    pnpm_config_store_dir: join(downloads, 'pnpm'),
  };
  const start = (program: string, args: readonly string[]) =>
    run(program, args, { cwd: folder, env });
  return {
    ...{ folder, home, env },
    run: (program, ...args) => start(program, args),
    must: async (program, ...args) => {
      const { code, text } = await start(program, args);
      if (code === 0) return text;
      throw new Error(`${[program, ...args].join(' ')} ended with ${code}\n${text}`);
    },
    [Symbol.dispose]: () => rmSync(place, { recursive: true, force: true, maxRetries: 5 }),
  };
}

/** The pnpm of this workspace. */
function locatePnpm(): string {
  const require = createRequire(join(import.meta.dirname, '..', '..', 'package.json'));
  const manifest = require.resolve('pnpm/package.json');
  const { bin } = require(manifest) as { readonly bin: { readonly pnpm: string } };
  return join(dirname(manifest), bin.pnpm);
}
