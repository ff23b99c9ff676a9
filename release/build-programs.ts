import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundleCommand } from '../packages/cli/src/build/build-command.ts';
import { publishedPlaces } from '../packages/cli/src/build/published-places.ts';
import { buildConsole } from '../packages/console/src/build/build-console.ts';
import { bundleBundler } from '../packages/loader/src/bundle/bundle-bundler.ts';
import { bundleLauncher } from '../packages/processes/src/jail/bundle-launcher.ts';
import { bundleParts } from '../packages/sandbox/src/runtime/bundle-parts.ts';
import { writeSums } from '../packages/sandbox/src/runtime/runtime-sums.ts';
import { writeNotices } from './third-party-notices.ts';

/** What a package publishes besides compiled modules, by its name; each gets the package's `dist`. */
export const BUILD_PROGRAMS: Readonly<Record<string, (dist: string) => Promise<void>>> = {
  '@mortise/sandbox': async (dist) => {
    const folder = join(dist, 'parts');
    mkdirSync(folder, { recursive: true });
    writeNotices(dist, await bundleParts(folder));
    writeSums(folder);
  },
  '@mortise/processes': async (dist) => {
    const { code } = await bundleLauncher('esm');
    const program = join(dist, 'jail', 'launcher.js');
    writeFileSync(program, code);
    rmSync(`${program}.map`);
  },
  // One file in the place of the compiled module: a bundler starts with every extension that is added.
  '@mortise/loader': async (dist) => {
    const { code, modules } = await bundleBundler();
    const program = join(dist, 'bundle', 'bundler-main.js');
    writeFileSync(program, code);
    rmSync(`${program}.map`);
    writeNotices(dist, modules);
  },
  // The page lies beside `dist`, where its sources have it in a checkout.
  '@mortise/console': async (dist) => {
    writeNotices(dist, await buildConsole(join(dist, '..', 'built')));
  },
  '@mortise/cli': async (dist) => {
    const folder = join(dist, 'command');
    mkdirSync(folder, { recursive: true });
    writeNotices(dist, await bundleCommand(folder, publishedPlaces(folder)));
  },
};
