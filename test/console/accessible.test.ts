import { afterAll, beforeAll, describe, it } from 'vitest';
import { expectAccessible } from './axe.ts';
import { expectCalm, type OpenWindow, useBrowser } from './browser.ts';
import type { ConsoleHost } from './console-host.ts';
import { makeCalls, serveTour, TOUR } from './console-tour.ts';

const browser = useBrowser();
let host: ConsoleHost;
beforeAll(async () => {
  host = await serveTour();
}, 120_000);
afterAll(() => host[Symbol.asyncDispose]());

const isOnPhone = new Set([
  'agents',
  'agent',
  'explain',
  'what-if',
  'matrix',
  'approvals',
  'calls',
]);

/** Each look is tried with what it can break: colours in the dark, places on a phone. */
const LOOKS = [
  { look: 'light', options: { colorScheme: 'light' }, stops: TOUR, rules: undefined },
  { look: 'dark', options: { colorScheme: 'dark' }, stops: TOUR, rules: ['color-contrast'] },
  {
    look: 'a phone',
    options: { colorScheme: 'light', viewport: { width: 390, height: 844 } },
    stops: TOUR.filter(({ name }) => isOnPhone.has(name)),
    rules: undefined,
  },
] as const;

describe.each(LOOKS)(
  'the console in $look is accessible (WCAG AA)',
  ({ options, stops, rules }) => {
    let window: OpenWindow;
    beforeAll(async () => {
      window = await browser.open(options);
      await host.signIn(window.page);
      await makeCalls(host);
    });
    afterAll(() => window?.[Symbol.asyncDispose]());

    it.each(stops)('$name', async ({ hash, ready }) => {
      const { page } = window;
      await page.goto('about:blank');
      await page.goto(`${host.url}/${hash}`);
      await ready(page);
      await expectAccessible(page, rules);
      expectCalm(window);
    });

    it('signing in, the palette, keys and the stop switch', async () => {
      await using other = await browser.open(options);
      await other.page.goto(host.url);
      await other.page.getByRole('heading', { name: 'Sign in' }).waitFor();
      await expectAccessible(other.page, rules);
      const { page } = window;
      await page.goto(`${host.url}/#/agents`);
      await page.getByRole('button', { name: 'Go to…' }).click();
      await page.getByRole('option').first().waitFor();
      await expectAccessible(page, rules);
      await page.keyboard.press('Escape');
      await page.keyboard.press('?');
      await page.getByRole('dialog', { name: 'Keyboard' }).waitFor();
      await expectAccessible(page, rules);
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Stop…' }).click();
      await page.getByRole('dialog', { name: 'Stop' }).waitFor();
      await expectAccessible(page, rules);
    });
  },
);
