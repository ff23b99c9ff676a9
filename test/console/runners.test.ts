import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectAccessible } from './axe.ts';
import { expectCalm, useBrowser } from './browser.ts';
import { type ConsoleHost, serveConsole } from './console-host.ts';

const browser = useBrowser();
let host: ConsoleHost;
beforeAll(async () => {
  host = await serveConsole();
});
// Absent if no browser started: what failed then has been said.
afterAll(() => host?.[Symbol.asyncDispose]());

const HOSTILE = '<img src=x onerror=alert(1)>';
const NODE = { weight: 2, load: 7, callsInFlight: 3, jail: 'on' } as const;

/** As `GET /api/runners` describes it; brokers and nodes are for the tests of fleets. */
const FLEET = {
  ...{ fleet: 'house', broker: 'connected', reason: '', brokerMs: 61_000, forbidden: [] },
  nodes: [
    { ...NODE, name: 'one', instance: 'a', state: 'serving' },
    { ...NODE, name: 'two', instance: 'b', state: 'distrusted', jail: 'off', reason: HOSTILE },
  ],
};

describe('runners and jail, in a browser (F-7)', () => {
  it('says nothing of nodes where there are none', async () => {
    await using window = await browser.open();
    const { page } = window;
    await host.signIn(page, '#/runners');
    await page.getByRole('heading', { name: 'Extensions in the sandbox' }).waitFor();
    await expect(page.getByText('Runner nodes').count()).resolves.toBe(0);
    expectCalm(window);
  });

  it('shows the broker, every node with its state and jail, and where extensions run', async () => {
    await using window = await browser.open();
    const { page } = window;
    await page.route('**/api/runners', async (route) => {
      const response = await route.fetch();
      const answer = (await response.json()) as { readonly extensions: readonly object[] };
      const runsOn = { place: 'remote', because: 'runners.use' };
      const extensions = answer.extensions.map((each) => ({ ...each, runsOn }));
      await route.fulfill({ response, json: { ...answer, extensions, fleet: FLEET } });
    });
    await host.signIn(page, '#/runners');
    await page.getByText('broker connected, 1 min').waitFor();
    await page.getByRole('row', { name: /^one serving on 2 7 3$/ }).waitFor();
    await page
      .getByRole('row', { name: /^two distrusted/ })
      .getByText(HOSTILE)
      .waitFor();
    await page.getByRole('row', { name: /^weather.*on a node runners\.use/ }).waitFor();
    await expectAccessible(page);
    expectCalm(window);
  });
});
