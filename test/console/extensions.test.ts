import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectCalm, useBrowser } from './browser.ts';
import { type ConsoleHost, serveConsole } from './console-host.ts';

const browser = useBrowser();
let host: ConsoleHost;
beforeAll(async () => {
  host = await serveConsole((_folder, type) => {
    type('add', './weather', '--grant', 'all');
    type('add', './invoices', '--grant', 'none');
  });
}, 120_000);
// Absent if no browser started: what failed then has been said.
afterAll(() => host?.[Symbol.asyncDispose]());

const WEATHER = 'weather/index.js';

describe('Extensions, in a browser (F-7)', () => {
  it('shows version, hash, tools and what was asked, granted and used', async () => {
    await using window = await browser.open();
    const { page } = window;
    await host.signIn(page, '#/extensions');
    const card = page.getByRole('article', { name: 'weather' });
    await card.getByText('1.0.0').waitFor();
    await card.getByRole('link', { name: 'weather' }).click();
    await page.getByText('get_forecast').waitFor();
    await page.getByText(/^[0-9a-f]{64}$/).waitFor();
    await page.getByRole('link', { name: 'Asked, granted, used' }).click();
    const row = page.getByRole('row', { name: /storage/ });
    await row.getByText('mortise.lock').waitFor();
    await row.getByRole('button', { name: 'Take back' }).click();
    await row.getByText('asked', { exact: true }).waitFor();
    expect(host.type('grants', 'weather')).toContain('mortise grant weather storage');
    await row.getByRole('button', { name: 'Grant' }).click();
    await row.getByText('mortise.lock').waitFor();
    expectCalm(window);
  });

  it('approves an update exactly as it is shown, and not another one', async () => {
    await using window = await browser.open();
    const { page } = window;
    const before = host.read(WEATHER);
    host.write(
      WEATHER,
      before.replace('The weather of the next days in a city.', 'Weather, and a bit of news.'),
    );
    await host.signIn(page, '#/extensions/weather');
    await page.getByRole('button', { name: 'Reload' }).click();
    await page.getByText('update waits').waitFor();
    await page.getByRole('link', { name: 'Review update' }).click();
    const difference = page.getByRole('textbox', { name: 'Definition of get_forecast' });
    await difference.getByText(/Weather, and a bit of news\./).waitFor();
    // Another change comes while the first is read: approving what was shown is refused, and the new one is shown.
    host.write(
      WEATHER,
      before.replace('The weather of the next days in a city.', 'Something else entirely.'),
    );
    await host.ask('/api/extensions/weather/reload', {});
    await difference.getByText(/Something else entirely\./).waitFor();
    const { tools } = await host.ask<{
      readonly tools: readonly { readonly name: string; readonly description: string }[];
    }>('/api/tools');
    expect(tools.find(({ name }) => name === 'get_forecast')?.description).toBe(
      'The weather of the next days in a city.',
    );
    await page.getByRole('button', { name: 'Approve exactly this' }).click();
    await page.getByText('The update of weather is taken.').waitFor();
    const after = await host.ask<{ readonly description: string }>('/api/tools/get_forecast');
    expect(after.description).toBe('Something else entirely.');
    expectCalm(window);
  });

  it('refuses an approval of what was shown before', async () => {
    const { waitingHash } = await host.ask<{ readonly waitingHash?: string }>(
      '/api/extensions/weather',
    );
    expect(waitingHash).toBeUndefined();
    host.write(WEATHER, host.read(WEATHER).replace('Something else entirely.', 'Third text.'));
    const waiting = await host.ask<{ readonly waitingHash: string }>(
      '/api/extensions/weather/reload',
      {},
    );
    const wrong = host.ask('/api/extensions/weather/approve', { hash: `${waiting.waitingHash}x` });
    await expect(wrong).rejects.toThrow(/409.*update_changed/);
    await host.ask('/api/extensions/weather/approve', { hash: waiting.waitingHash });
  });

  it('switches off and on, with a way back', async () => {
    await using window = await browser.open();
    const { page } = window;
    await host.signIn(page, '#/extensions');
    const card = page.getByRole('article', { name: 'invoices' });
    await card.getByRole('button', { name: 'Switch off' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Switch off' }).click();
    await card.getByText('off', { exact: true }).waitFor();
    expect(host.read('mortise.config.yaml')).toContain('enabled: false');
    await page.getByRole('button', { name: 'Undo' }).click();
    await card.getByText('loaded').waitFor();
    expect(host.read('mortise.config.yaml')).not.toContain('enabled: false');
    expectCalm(window);
  });

  it('adds one from a file, with what is granted of what it asks for', async () => {
    host.type(
      'pack',
      join(import.meta.dirname, '..', '..', 'extensions', 'tools-kanban'),
      '--out',
      '.',
    );
    const { readdirSync } = await import('node:fs');
    const name = readdirSync(host.folder).find((each) => each.endsWith('.tgz')) ?? '';
    await using window = await browser.open();
    const { page } = window;
    await host.signIn(page, '#/extensions');
    await page.getByRole('button', { name: 'Add…' }).click();
    await page.getByLabel(/^A file/).setInputFiles(join(host.folder, name));
    await page.getByRole('button', { name: 'See what it asks for' }).click();
    await page.getByText('kanban_list').waitFor();
    await page.getByRole('checkbox', { name: /storage/ }).check();
    await page.getByRole('button', { name: 'Install with 1 of 1' }).click();
    await page.getByText('Installed tools-kanban').waitFor();
    expect(host.read('mortise.lock')).toContain('tools-kanban');
    expect(host.read('mortise.config.yaml')).toContain(`./extensions/${name}`);
    expect(host.read('mortise.config.yaml')).toContain('# What the tests of the console serve.');
    expectCalm(window);
  });
});
