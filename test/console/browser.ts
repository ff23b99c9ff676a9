import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import { chromiumProgram } from './chromium-program.ts';

/** No request of it may leave this machine, and none is tried. */
const QUIET = [
  '--no-sandbox',
  '--disable-gpu',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-default-apps',
  '--disable-extensions',
  '--mute-audio',
  '--hide-scrollbars',
  '--force-color-profile=srgb',
];

export interface TestBrowser {
  /** A window of its own, with nothing kept from others. What the page logs as an error fails the test at `expectCalm`. */
  open(options?: Parameters<Browser['newContext']>[0]): Promise<OpenWindow>;
}

export interface OpenWindow extends AsyncDisposable {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Everything that the page complained about: scripts that failed, what its policy refused. */
  readonly complaints: readonly string[];
}

/** One Chromium for the tests of a file. */
export function useBrowser(): TestBrowser {
  const folder = mkdtempSync(join(tmpdir(), 'mortise-browser-'));
  let browser: Browser;
  beforeAll(async () => {
    const { path: executablePath, env } = await chromiumProgram();
    browser = await chromium.launch({
      ...{ executablePath, args: QUIET, headless: true, timeout: 30_000 },
      env: {
        ...process.env,
        ...{ HOME: folder, XDG_CONFIG_HOME: folder, XDG_CACHE_HOME: folder },
        ...env,
      },
    });
    // Unpacking the browser takes a while on a machine that never did.
  }, 180_000);
  afterAll(async () => {
    // A page that is busy for ever would keep it from closing.
    await Promise.race([browser?.close(), delay(10_000, undefined, { ref: false })]);
    rmSync(folder, { recursive: true, force: true });
  });
  return {
    open: async (options = {}) => {
      const context = await browser.newContext({
        viewport: { width: 1280, height: 800 },
        ...options,
      });
      context.setDefaultTimeout(15_000);
      const page = await context.newPage();
      const complaints: string[] = [];
      page.on('pageerror', (error) => complaints.push(String(error)));
      page.on('console', (message) => {
        if (message.type() === 'error') complaints.push(message.text());
      });
      return {
        ...{ page, context, complaints },
        [Symbol.asyncDispose]: async () => {
          // A request that is being answered for a test ends with its page, and is no fault of it.
          await page.unrouteAll({ behavior: 'ignoreErrors' });
          await context.close();
        },
      };
    },
  };
}

/** The page complained about nothing, but for answers of the host that are problems by intent. */
export function expectCalm({ complaints }: OpenWindow): void {
  const unexpected = complaints.filter((text) => !/status of (?:401|403|404|409|503)/.test(text));
  expect(unexpected).toEqual([]);
}
