import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createHost, type Host } from '@mortise/host';
import { BENCH_EXTENSIONS, type Guards, guardedConfig } from './guards.ts';

/** A host with its state in a folder of its own, which goes with it. */
export async function openGuardedHost(
  guards: Guards,
): Promise<AsyncDisposable & { readonly host: Host }> {
  const folder = mkdtempSync(join(tmpdir(), 'mortise-bench-policy-'));
  const host = await createHost({
    config: guardedConfig(guards),
    extensions: [...BENCH_EXTENSIONS],
    stateDir: join(folder, 'state'),
    ...(guards.audit === true ? { audit: join(folder, 'audit.jsonl') } : {}),
    // Other lanes run for longer than an idle runner is kept; a new one would have to warm up again.
    sandbox: { idleRunnerMs: 600_000 },
  });
  return {
    host,
    [Symbol.asyncDispose]: async () => {
      await host.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
