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

describe('Agent › Tools in a browser (F-7)', () => {
  it('lists the agents with what stands in front of their models', async () => {
    await using window = await browser.open();
    await host.signIn(window.page);
    const table = window.page.getByRole('table', { name: 'Agents' });
    await table.getByRole('row', { name: /support/ }).waitFor();
    await expect(table.getByRole('row').count()).resolves.toBe(4);
    await window.page.getByLabel('Search agents').fill('bil');
    await window.page.getByText('1 agent').waitFor();
    expectCalm(window);
  });

  it('explains a tool that is not there with the words of the resolver, its file and line', async () => {
    await using window = await browser.open();
    const { page } = window;
    await host.signIn(page, '#/agents/support');
    await page.getByRole('link', { name: 'set_home_city' }).click();
    const drawer = page.getByRole('dialog', { name: 'set_home_city' });
    await drawer.getByText('hidden. It is optional, and no rule of this agent names it.').waitFor();
    await drawer.getByText('mortise allow support set_home_city').waitFor();
    const { explanations } = await host.ask<{
      readonly explanations: readonly [{ readonly steps: readonly { readonly rule: string }[] }];
    }>('/api/agents/support/tools/set_home_city?session=x');
    const shown = await drawer.getByRole('listitem').count();
    expect(shown).toBe(explanations[0].steps.length);
    await page.keyboard.press('Escape');
    await expect.poll(() => drawer.count()).toBe(0);
    await page.getByRole('link', { name: 'invoice_list' }).click();
    await page
      .getByRole('dialog')
      .getByText(/mortise\.config\.yaml:\d+/)
      .first()
      .waitFor();
    expectCalm(window);
  });

  it('filters by state, source and name, and keeps that in the address', async () => {
    await using window = await browser.open();
    const { page } = window;
    await host.signIn(page, '#/agents/support');
    const rows = page.getByRole('table', { name: 'Tools' }).getByRole('row');
    await page.getByRole('button', { name: /^active/ }).click();
    await page.getByRole('link', { name: 'invoice_send' }).waitFor({ state: 'detached' });
    await expect(rows.count()).resolves.toBe(3);
    await page.getByLabel('Source').selectOption({ label: 'weather (2)' });
    await page.getByRole('link', { name: 'invoice_list' }).waitFor({ state: 'detached' });
    expect(page.url()).toContain('state=active&source=plugin%3Aweather');
    await page.reload();
    await page.getByRole('link', { name: 'get_forecast' }).waitFor();
    await expect(rows.count()).resolves.toBe(2);
  });

  it('goes by keyboard alone from the list to an explanation and back', async () => {
    await using window = await browser.open();
    const { page } = window;
    await host.signIn(page);
    await page.getByRole('link', { name: 'support' }).waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').fill('intern');
    await page.getByRole('option', { name: 'intern' }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'intern' }).waitFor();
    await page.getByRole('link', { name: 'get_forecast' }).waitFor();
    await page.getByRole('rowgroup', { name: 'Tools' }).focus();
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard' }).waitFor();
  });

  it('shows toolkits, and what a session has loaded', async () => {
    await host.ask('/api/agents/billing/calls', {
      session: 'seen',
      calls: [{ name: 'invoice_list', args: {} }],
    });
    await using window = await browser.open();
    const { page } = window;
    await host.signIn(page, '#/agents/billing/sessions?session=seen');
    await page.getByText('Look at invoices and send them').waitFor();
    await page.getByText('loaded, stays').waitFor();
    await page.getByText('invoice_send', { exact: true }).waitFor();
    await page.getByText('mortise.config.yaml:').first().waitFor();
  });

  it('lists the sessions of an agent with what each has loaded, and leads to their tools', async () => {
    const { token } = await host.ask<{ readonly token: string }>('/api/tokens', {
      ...{ agents: ['intern'], roles: ['call'], userId: 'bo' },
    });
    const { text, hash } = await host.ask<{ readonly text: string; readonly hash: string }>(
      '/api/config',
    );
    const given = text
      .replace('      profile: minimal\n', '')
      .replace('  intern:\n', '  intern:\n    allowed_toolkits: [billing]\n');
    await host.ask('/api/config', { base: hash, text: given });
    const response = await fetch(`${host.url}/api/agents/intern/calls`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({
        session: 'of-bo',
        calls: [{ name: 'load_tools', args: { toolkit: 'billing' } }],
      }),
    });
    expect(response.status).toBe(200);
    await using window = await browser.open();
    const { page } = window;
    await host.signIn(page, '#/agents/intern/sessions');
    const row = page.getByRole('row', { name: /of-bo bo billing/ });
    await row.getByRole('link').click();
    await page.getByText('loaded', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'See them' }).click();
    await page.getByRole('button', { name: /session of-bo of bo/ }).waitFor();
    await page.getByRole('row', { name: /invoice_list.*active/ }).waitFor();
    const { sessions } = await host.ask<{ readonly sessions: readonly object[] }>(
      '/api/agents/intern/sessions',
    );
    expect(sessions).toMatchObject([
      { session: 'of-bo', userId: 'bo', loadedToolkits: ['billing'] },
    ]);
    const now = await host.ask<{ readonly hash: string }>('/api/config');
    await host.ask('/api/config', { base: now.hash, text });
    expectCalm(window);
  });

  it('groups tools by source, with how many each has', async () => {
    await using window = await browser.open();
    const { page } = window;
    await host.signIn(page, '#/agents/support');
    await page.getByRole('button', { name: 'group by source' }).click();
    const rows = page.getByRole('table', { name: 'Tools' }).getByRole('row');
    await page.getByRole('row', { name: 'weather 2 tools' }).waitFor();
    const texts = await rows.allInnerTexts();
    const at = (name: string) => texts.findIndex((text) => text.startsWith(name));
    expect(at('core')).toBeLessThan(at('list_toolkits'));
    expect(at('list_toolkits')).toBeLessThan(at('weather'));
    expect(at('weather')).toBe(at('get_forecast') - 1);
    expect(at('invoices')).toBe(at('invoice_list') - 1);
    await page.getByLabel('Search tools').fill('invoice');
    await page.getByRole('row', { name: 'weather 2 tools' }).waitFor({ state: 'detached' });
    await page.getByRole('row', { name: 'invoices 2 tools' }).waitFor();
    await page.getByRole('link', { name: 'invoice_send' }).waitFor();
    expectCalm(window);
  });

  it('draws costs in a browser whose locale is none', async () => {
    await using window = await browser.open();
    const { page } = window;
    await page.addInitScript(
      `Object.defineProperty(Navigator.prototype, 'language', { get: () => 'en-US@posix' })`,
    );
    const { text, hash } = await host.ask<{ readonly text: string; readonly hash: string }>(
      '/api/config',
    );
    // A chart takes three tools.
    await host.ask('/api/config', {
      base: hash,
      text: text.replace(
        '[get_forecast, invoice_list]',
        '[get_forecast, set_home_city, invoice_list]',
      ),
    });
    await host.signIn(page, '#/costs?agent=support');
    await page
      .getByRole('img', { name: /Tokens by tool/ })
      .locator('canvas')
      .waitFor();
    const now = await host.ask<{ readonly hash: string }>('/api/config');
    await host.ask('/api/config', { base: now.hash, text });
    expectCalm(window);
  });

  it('follows a change of the configuration by itself', async () => {
    await using window = await browser.open();
    const { page } = window;
    await host.signIn(page, '#/agents/intern');
    await page.getByText('0 active tools').waitFor();
    host.type('allow', 'intern', 'get_forecast');
    await page.getByText('1 active tool ').waitFor();
  });
});
