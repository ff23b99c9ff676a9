import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSandboxFixture, type SandboxFixture, summarise } from '../sandbox-fixture.ts';

const RESULT_CHARS = 100_000;
/** So many that what they leave behind, if it stayed, would be well over the cap. */
const CALLS = 4_000;
/** A runner with nothing to do takes 70 MB of it, sixteen long results on their way up to 150 MB. */
const RSS_CAP_BYTES = 320_000_000;

let fixture: SandboxFixture;
beforeAll(async () => {
  fixture = openSandboxFixture({ rssCapBytes: RSS_CAP_BYTES });
  const source = `const long = () => ({ content: [{ type: 'text', text: 'x'.repeat(${RESULT_CHARS}) }] });
export default function (api) {
  api.registerTool({ name: 'at_once', description: 'Talks.', parameters: { type: 'object' }, execute: long });
  api.registerTool({ name: 'later', description: 'Talks.', parameters: { type: 'object' }, execute: async () => long() });
}`;
  await fixture.sandbox.load({ id: 'talker', source });
});
afterAll(() => fixture[Symbol.asyncDispose]());

describe('an extension whose results are long, but not too long (S-3)', () => {
  it.each([
    { tool: 'at_once', atATime: 1 },
    { tool: 'later', atATime: 1 },
    { tool: 'at_once', atATime: 16 },
    { tool: 'later', atATime: 16 },
  ])('is not taken for one that uses up memory: $tool, $atATime at a time', async (how) => {
    const endings = new Set<string>();
    for (let done = 0; done < CALLS; done += how.atATime) {
      const calls = Array.from({ length: how.atATime }, () => fixture.call('talker', how.tool));
      for (const reply of await Promise.all(calls)) endings.add(summarise(reply).slice(0, 20));
    }
    expect([...endings]).toEqual(['x'.repeat(20)]);
  });
});
