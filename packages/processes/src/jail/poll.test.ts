import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { locateAddons } from './locate-addons.ts';
import { isJailArch } from './system-calls.ts';

const addons = locateAddons();
const canCall = process.platform === 'linux' && isJailArch(process.arch);
const fault = canCall && typeof addons === 'object' ? undefined : `no system calls: ${addons}`;
const where = fault === undefined ? '' : `; skipped here: ${fault}`;

/** Runs code in a process that may have so few descriptors open. */
function run(descriptors: number, code: string) {
  const at = (file: string) => JSON.stringify(new URL(file, import.meta.url).href);
  const program = `import { Kernel } from ${at('./kernel.ts')};
    import { waitForAny } from ${at('./poll.ts')};
    const kernel = new Kernel(${JSON.stringify(typeof addons === 'object' ? addons.glibc : '')}, process.arch);
    try { ${code} } catch (error) { process.stdout.write(error.message); }`;
  const node = [process.execPath, '--no-warnings', '--input-type=module', '-e', program];
  return spawnSync('sh', ['-c', `ulimit -n ${descriptors}; exec "$@"`, 'sh', ...node], {
    ...{ encoding: 'utf8', timeout: 20_000 },
  });
}

describe.skipIf(fault !== undefined)(`waiting for descriptors (S-3)${where}`, () => {
  it('ends if the kernel does not wait: it refuses more than a process may have open', () => {
    const { stdout, signal } = run(64, 'waitForAny(kernel, new Array(100).fill(-1));');
    expect({ stdout, signal }).toEqual({
      ...{ stdout: 'the kernel does not wait for descriptors (-22)', signal: null },
    });
  });
});
