import type { AuditEntry, Logger } from '@mortise/contracts';
import { createSandbox, type SandboxEvent } from '@mortise/sandbox';
import { expect, it } from 'vitest';
import { createHost } from './create-host.ts';

const silent: Logger = {
  ...{ debug: () => undefined, info: () => undefined },
  ...{ warn: () => undefined, error: () => undefined },
};

it('has operators see and the audit keep what a process said in the name of others (S-8, S-5)', async () => {
  const entries: AuditEntry[] = [];
  let tell: (event: SandboxEvent) => void = () => undefined;
  let now = 1_000;
  await using host = await createHost({
    ...{ logger: silent, now: () => now, audit: { record: (entry) => void entries.push(entry) } },
    runner: (options) => {
      tell = (event) => options.onEvent?.(event);
      return createSandbox(options);
    },
  });
  const refused = () => host.diagnostics().filter(({ code }) => code === 'frames_refused');
  expect(refused()).toEqual([]);
  const frame = {
    type: 'frame_refused',
    pid: 7,
    frame: 'ask',
    reason: 'call 9 is not one',
  } as const;
  tell({ ...frame, extensions: ['notes'] });
  tell({ ...frame, extensions: ['notes', 'mail'] });
  expect(refused()).toMatchObject([
    { severity: 'error', subject: 'notes, mail', message: expect.stringContaining('2 times') },
  ]);
  expect(entries.filter(({ action }) => action === 'sandbox.frame')).toMatchObject([
    {
      decision: 'denied',
      target: 'ask',
      extensionId: 'notes',
      reason: 'call 9 is not one (process 7)',
    },
    { reason: 'call 9 is not one (process 7, shared by notes, mail)' },
  ]);
  now += 3_600_001;
  expect(refused()).toEqual([]);
});
