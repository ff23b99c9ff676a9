import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectCalm, useBrowser } from './browser.ts';
import { type ConsoleHost, serveConsole } from './console-host.ts';

const WIKI = join(import.meta.dirname, 'fixtures', 'wiki');

const browser = useBrowser();
let host: ConsoleHost;
beforeAll(async () => {
  host = await serveConsole((folder, type) => {
    cpSync(WIKI, join(folder, 'wiki'), { recursive: true });
    type('add', './wiki', '--grant', 'none');
  });
}, 120_000);
// Absent if no browser started: what failed then has been said.
afterAll(() => host?.[Symbol.asyncDispose]());

const PAGE = 'resource:mortise://wiki/pages/{name}';

describe('prompts and resources, in a browser (F-10)', () => {
  it('stand among the tools of an agent as what they are, and cost its model nothing', async () => {
    await using window = await browser.open();
    const { page } = window;
    await host.signIn(page, '#/agents/support?source=plugin%3Awiki');
    const prompt = page.getByRole('row', { name: /prompt:review/ });
    await prompt.getByText('wiki · prompt').waitFor();
    await expect(prompt.textContent()).resolves.not.toContain('tok');
    await page
      .getByRole('row', { name: /pages\/\{name\}/ })
      .getByText('wiki · resource')
      .waitFor();
    expectCalm(window);
  });

  it.each([
    ['a prompt', 'prompt:review', 'page', 'Review this: # Team'],
    ['a resource', PAGE, 'name', '# Team'],
  ])('calls %s from its form, and again', async (_what, name, field, answer) => {
    await using window = await browser.open();
    const { page } = window;
    await host.signIn(page, `#/call/support/${encodeURIComponent(name)}`);
    await page.getByLabel(new RegExp(`^${field}`)).fill('team');
    await page.getByRole('button', { name: 'Call', exact: true }).click();
    await page.getByRole('region', { name: 'Result' }).getByText(answer).waitFor();
    await page.goto(`${host.url}/#/calls`);
    await page.getByRole('table').getByRole('link', { name }).first().click();
    await page.getByRole('button', { name: 'Call again…' }).click();
    await page.getByRole('button', { name: 'Call', exact: true }).click();
    await page.getByRole('region', { name: 'Result' }).getByText(answer).waitFor();
    expectCalm(window);
  });
});
