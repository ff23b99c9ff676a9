import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { TestBrowser } from './browser.ts';
import type { ConsoleHost } from './console-host.ts';
import { makeCalls, TOUR } from './console-tour.ts';

const DESK = { width: 1280, height: 800 };
const PHONE = { width: 390, height: 844 };

/** The pictures of docs/console.md: which page, in which look. */
export const SCREENSHOTS = [
  { file: 'explain-light.png', stop: 'explain', scheme: 'light', size: DESK },
  { file: 'what-if-light.png', stop: 'what-if', scheme: 'light', size: DESK },
  { file: 'update-light.png', stop: 'update', scheme: 'light', size: DESK },
  { file: 'approvals-dark.png', stop: 'approvals', scheme: 'dark', size: DESK },
  { file: 'call-steps-dark.png', stop: 'call-steps', scheme: 'dark', size: DESK },
  { file: 'matrix-dark.png', stop: 'matrix', scheme: 'dark', size: DESK },
  { file: 'approvals-phone.png', stop: 'approvals', scheme: 'light', size: PHONE },
  { file: 'agent-phone.png', stop: 'agent', scheme: 'dark', size: PHONE },
] as const;

/** Takes them from a host that `serveTour` has made, into a folder. */
export async function takeScreenshots(
  browser: TestBrowser,
  host: ConsoleHost,
  folder: string,
): Promise<void> {
  mkdirSync(folder, { recursive: true });
  for (const { file, stop, scheme, size } of SCREENSHOTS) {
    await using window = await browser.open({ colorScheme: scheme, viewport: size });
    const { page } = window;
    await host.signIn(page);
    await page.getByRole('link', { name: 'support' }).waitFor();
    await makeCalls(host);
    const { hash = '', ready } = TOUR.find(({ name }) => name === stop) ?? {};
    await page.goto(`${host.url}/${hash}`);
    await ready?.(page);
    // What slides in has arrived, or is not there any more.
    await page.evaluate(
      'Promise.allSettled(document.getAnimations().map((each) => each.finished))',
    );
    await page.screenshot({ path: join(folder, file) });
  }
}
