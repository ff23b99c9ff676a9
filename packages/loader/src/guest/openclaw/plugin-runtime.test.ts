import { expect, it } from 'vitest';
import { pluginRuntime } from './plugin-runtime.ts';

it('the runtime of OpenClaw says the version whose plugins were tried: they refuse one that is older than they know (E-10)', () => {
  expect(pluginRuntime({}, {})).toMatchObject({ version: '2026.9.6' });
});
