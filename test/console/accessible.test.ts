import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectAccessible } from './axe.ts';
import { expectCalm, type OpenWindow, useBrowser } from './browser.ts';
import type { ConsoleHost } from './console-host.ts';
import { makeCalls, serveTour, TOUR } from './console-tour.ts';

const browser = useBrowser();
let host: ConsoleHost;
beforeAll(async () => {
  host = await serveTour();
}, 120_000);
// Absent if no browser started: what failed then has been said.
afterAll(() => host?.[Symbol.asyncDispose]());

/** Every view in every look, by all rules. */
const LOOKS = [
  { look: 'light', options: { colorScheme: 'light' } },
  { look: 'dark', options: { colorScheme: 'dark' } },
  {
    look: 'a phone',
    options: { colorScheme: 'light', viewport: { width: 390, height: 844 } },
  },
] as const;

describe.each(LOOKS)('the console in $look is accessible (WCAG AA)', ({ options }) => {
  let window: OpenWindow;
  beforeAll(async () => {
    window = await browser.open(options);
    await host.signIn(window.page);
    await makeCalls(host);
  });
  afterAll(() => window?.[Symbol.asyncDispose]());

  it.each(TOUR)('$name', async ({ hash, ready }) => {
    const { page } = window;
    await page.goto('about:blank');
    await page.goto(`${host.url}/${hash}`);
    await ready(page);
    await expectAccessible(page);
    expect(
      await page.evaluate('document.documentElement.scrollWidth <= innerWidth'),
      'it does not scroll sideways',
    ).toBe(true);
    const cut = await page.evaluate(`[...document.querySelectorAll('.table .head')]
      .filter((head) => head.scrollWidth > head.clientWidth).map((head) => head.textContent)`);
    expect(cut, 'no column is cut off').toEqual([]);
    expectCalm(window);
  });

  it('signing in, the palette, keys and the stop switch', async () => {
    await using other = await browser.open(options);
    await other.page.goto(host.url);
    await other.page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await expectAccessible(other.page);
    const { page } = window;
    await page.goto(`${host.url}/#/agents`);
    await page.getByRole('button', { name: 'Go to…' }).click();
    await page.getByRole('option').first().waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard' }).waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Stop…' }).click();
    await page.getByRole('dialog', { name: 'Stop' }).waitFor();
    await expectAccessible(page);
  });
});
