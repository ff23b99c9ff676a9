import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectCalm, useBrowser } from './browser.ts';
import { type ConsoleHost, serveConsole } from './console-host.ts';

const browser = useBrowser();
let host: ConsoleHost;
beforeAll(async () => {
  host = await serveConsole();
});
// Absent if no browser started: what failed then has been said.
afterAll(() => host?.[Symbol.asyncDispose]());

describe('signing in with a browser (F-7, T-1)', () => {
  it('opens the link that `serve` prints, once, and leaves no code in address or history', async () => {
    await using window = await browser.open();
    const { page, context } = window;
    const sent: string[] = [];
    page.on('request', (request) => sent.push(request.url()));
    const link = host.printed.console.url;
    expect(link).toMatch(/\/#login=[\w-]{43}$/);
    await page.goto(link);
    await page.getByRole('heading', { name: 'Agents' }).waitFor();
    expect(page.url()).toBe(`${host.url}/`);
    const code = link.split('login=')[1] ?? '';
    expect(sent.filter((url) => url.includes(code))).toEqual([]);
    const [cookie] = await context.cookies();
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict' });
    expect(await page.evaluate('document.cookie')).toBe('');
    expectCalm(window);
    await using other = await browser.open();
    await other.page.goto(link);
    await other.page.getByText('the link was used or is too old').waitFor();
  });

  it('stays signed in over a reload and in a new tab', async () => {
    await using window = await browser.open();
    await host.signIn(window.page);
    await window.page.reload();
    await window.page.getByRole('heading', { name: 'Agents' }).waitFor();
    const tab = await window.context.newPage();
    await tab.goto(host.url);
    await tab.getByRole('heading', { name: 'Agents' }).waitFor();
  });

  it('signs in with a token, and says what is wrong with one', async () => {
    await using window = await browser.open();
    const { page } = window;
    await page.goto(host.url);
    await page.getByLabel('Or with a token of yours').fill('mortise_wrong');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('alert').getByText('the token is not good').waitFor();
    await page.getByLabel('Or with a token of yours').fill(host.token);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'Agents' }).waitFor();
  });

  it('offers what a role may do, and no more', async () => {
    await using window = await browser.open();
    const { page } = window;
    await page.goto(host.link('--role', 'view', '--agent', 'support'));
    await page.getByRole('heading', { name: 'Agents' }).waitFor();
    const views = page.getByRole('navigation', { name: 'Views' });
    await expect(views.getByRole('link', { name: 'Approvals' }).count()).resolves.toBe(0);
    await expect(page.getByRole('button', { name: 'Stop…' }).count()).resolves.toBe(0);
    await page.getByRole('link', { name: 'support' }).waitFor();
    await expect(page.getByRole('link', { name: 'billing' }).count()).resolves.toBe(0);
  });

  it('ends at once when the session is revoked, and says so', async () => {
    await using window = await browser.open();
    const { page } = window;
    await host.signIn(page, '#/calls');
    await page.getByText('live', { exact: true }).waitFor();
    const { id } = await page.evaluate(async () => {
      const key = localStorage.getItem('mortise.key') ?? '';
      const response = await fetch('./api/console/session', {
        headers: { 'x-mortise-console': key },
      });
      return (await response.json()) as { id: string };
    });
    host.type('token', 'revoke', id);
    await page.getByText('Your session has ended').waitFor();
    expectCalm(window);
  });

  it('says that it is not known whether the session has ended if the answer is lost', async () => {
    await using window = await browser.open();
    const { page } = window;
    await host.signIn(page);
    await page.route('**/api/console/session', (route) => route.abort());
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await page
      .getByRole('alert')
      .getByText('not known whether the host has ended the session')
      .waitFor();
    await page.unroute('**/api/console/session');
    await page.reload();
    await page.getByLabel('Or with a token of yours').waitFor();
  });

  it('signs out', async () => {
    await using window = await browser.open();
    const { page } = window;
    await host.signIn(page);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  });
});
