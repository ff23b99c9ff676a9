import { openSandboxFixture } from './sandbox-fixture.ts';

/** Why runners cannot be jailed on this machine; undefined if they can. Starts one to see. */
export async function findJailFault(): Promise<string | undefined> {
  await using fixture = openSandboxFixture();
  await fixture.loadTools('a', {});
  const { state, layers } = fixture.sandbox.status().jail;
  if (state === 'on') return undefined;
  return Object.entries(layers)
    .map(([layer, said]) => `${layer} ${said}`)
    .join(', ');
}
