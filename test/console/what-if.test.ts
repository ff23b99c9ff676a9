import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
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

const CONFIG = 'mortise.config.yaml';

async function toolsOf(agent: string): Promise<readonly string[]> {
  const { token } = await host.ask<{ readonly token: string }>('/api/tokens', { agents: [agent] });
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${host.url}/mcp/${agent}`), {
      requestInit: { headers: { Authorization: `Bearer ${token}` } },
    }),
  );
  const { tools } = await client.listTools();
  await client.close();
  return tools.map(({ name }) => name);
}

describe('what if, in a browser (F-5b, F-7)', () => {
  it('shows the difference for each agent, saves it with comments kept, and the next request has it', async () => {
    const before = host.read(CONFIG);
    await using window = await browser.open();
    const { page } = window;
    await host.signIn(page, '#/what-if?agent=support&allow=set_home_city');
    await page.getByRole('button', { name: 'Try it' }).click();
    const card = page.getByRole('article', { name: 'support' });
    await card.getByText('set_home_city').waitFor();
    await card.getByText('needs opt-in → active').waitFor();
    await page.getByText('Nothing changes for 2 other agents.').waitFor();
    expect(host.read(CONFIG)).toBe(before);
    await page.getByRole('button', { name: `Save to ${CONFIG}` }).click();
    await page.getByText('Saved, and in force from the next request on.').waitFor();
    const after = host.read(CONFIG);
    for (const comment of before.match(/#.*/g) ?? []) expect(after).toContain(comment);
    expect(after).toContain('set_home_city');
    expect(await toolsOf('support')).toContain('set_home_city');
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('The configuration is as it was.').waitFor();
    expect(host.read(CONFIG)).toBe(before);
    expect(await toolsOf('support')).not.toContain('set_home_city');
    expectCalm(window);
  });

  it('finds out what became of a save whose answer was lost', async () => {
    await using window = await browser.open();
    const { page } = window;
    await host.signIn(page, '#/what-if?agent=support&allow=set_home_city');
    const before = host.read(CONFIG);
    const tryIt = async () => {
      await page.getByRole('button', { name: 'Try it' }).click();
      await page.getByRole('article', { name: 'support' }).waitFor();
    };
    await tryIt();
    const isSave = (url: URL) => url.pathname === '/api/config';
    // It never arrived.
    await page.route(isSave, (route) =>
      route.request().method() === 'POST' ? route.abort() : route.continue(),
    );
    await page.getByRole('button', { name: /^Save to/ }).click();
    await page.getByRole('alert').getByText('it is not known whether this was done').waitFor();
    expect(host.read(CONFIG)).toBe(before);
    await page.unroute(isSave);
    // It was done, and the answer did not come back.
    await page.route(isSave, async (route) => {
      if (route.request().method() === 'POST') {
        await route.fetch();
        return route.abort();
      }
      return route.continue();
    });
    await page.getByRole('button', { name: /^Save to/ }).click();
    await page.getByText('the answer was lost, and the file says so').waitFor();
    expect(host.read(CONFIG)).toContain('set_home_city');
    await page.unroute(isSave);
    host.write(CONFIG, before);
    await host.ask('/api/reload', {});
  });

  it('tells a person of the page what to do in the page if an entry would change more', async () => {
    await using window = await browser.open();
    const { page } = window;
    await host.signIn(page, '#/what-if?agent=support&allow=invoice_send');
    await page.getByRole('button', { name: 'Try it' }).click();
    const alert = page.getByRole('alert');
    await alert.first().waitFor();
    await expect(alert.first().textContent()).resolves.not.toContain('--force');
  });

  it('says nothing matches, and what may be meant, before anything is written', async () => {
    const before = host.read(CONFIG);
    await using window = await browser.open();
    const { page } = window;
    await host.signIn(page, '#/what-if?agent=support&allow=get_forcast');
    await page.getByRole('button', { name: 'Try it' }).click();
    await page.getByRole('alert').getByText('did you mean get_forecast?').waitFor();
    expect(host.read(CONFIG)).toBe(before);
  });

  it('tries a profile, toolkits and a rule on arguments', async () => {
    await using window = await browser.open();
    const { page } = window;
    await host.signIn(page, '#/what-if');
    await page.getByLabel('What', { exact: true }).selectOption('Add a rule on arguments');
    await page.getByLabel('Agent').fill('support');
    await page.getByLabel('Tools').fill('get_forecast');
    await page
      .getByLabel(/^When/)
      .fill('{"properties":{"city":{"const":"Oslo"}},"required":["city"]}');
    await page.getByRole('button', { name: 'Try it' }).click();
    await page
      .getByRole('article', { name: 'support' })
      .getByText(/ask when.*Oslo/)
      .waitFor();
    await page.getByLabel('What', { exact: true }).selectOption('Set the toolkits');
    await page.getByLabel('Agent').fill('intern');
    await page.getByLabel('May load').fill('billing');
    await page.getByRole('button', { name: 'Try it' }).click();
    await page
      .getByRole('list', { name: 'Changes that are tried' })
      .getByText('toolkits of intern: billing')
      .waitFor();
    await page.getByLabel('What', { exact: true }).selectOption('Set the profile');
    await page.getByLabel('Agent').fill('billing');
    await page.getByLabel('Profile').fill('minimal');
    await page.getByRole('button', { name: 'Try it' }).click();
    await page.getByRole('article', { name: 'billing' }).getByText('invoice_list').waitFor();
    expectCalm(window);
  });

  it('edits the file itself, with what the schema offers, and says what is wrong', async () => {
    await using window = await browser.open();
    const { page } = window;
    await host.signIn(page, '#/what-if');
    await page.getByRole('button', { name: 'The file' }).click();
    const editor = page.getByRole('textbox', { name: 'The configuration' });
    await editor.click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type('\nloadout');
    await page
      .getByRole('option', { name: /loadouts/ })
      .first()
      .waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.type(': 5');
    await page.getByText('With this the configuration could not be used').waitFor();
    await expect(page.getByRole('button', { name: /^Save to/ }).isDisabled()).resolves.toBe(true);
    expectCalm(window);
  });

  it("does not overwrite a second operator's change", async () => {
    await using window = await browser.open();
    const { page } = window;
    await host.signIn(page, '#/what-if?agent=intern&allow=get_forecast');
    await page.getByRole('button', { name: 'Try it' }).click();
    await page.getByRole('article', { name: 'intern' }).waitFor();
    // As an editor on the machine would: the host is not told.
    host.write(
      CONFIG,
      host.read(CONFIG).replace('# Has nothing yet.', '# Has nothing yet, and a note of mine.'),
    );
    await page.getByRole('button', { name: /^Save to/ }).click();
    await page.getByRole('alert').getByText('was changed by another person or program').waitFor();
    expect(host.read(CONFIG)).toContain('a note of mine');
    expect(host.read(CONFIG)).not.toMatch(/alsoAllow|allow: \[get_forecast\]/);
    // What was tried is worked out again from what the file says now, and can be saved.
    await page.getByRole('button', { name: /^Save to/ }).click();
    await page.getByText('Saved, and in force from the next request on.').waitFor();
    expect(host.read(CONFIG)).toContain('a note of mine');
    expect(await toolsOf('intern')).toContain('get_forecast');
    expectCalm(window);
  });

  it("does not overwrite a second operator's change with a whole file, either", async () => {
    await using window = await browser.open();
    const { page } = window;
    await host.signIn(page, '#/what-if');
    await page.getByRole('button', { name: 'The file' }).click();
    await page.getByRole('textbox', { name: 'The configuration' }).click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type('\n# mine/yours?');
    await page.getByRole('button', { name: /^Save to/ }).waitFor();
    expect(page.url()).toContain('#/what-if');
    host.write(CONFIG, `${host.read(CONFIG)}\n# a second note of theirs\n`);
    await host.ask('/api/reload', {});
    const save = page.getByRole('button', { name: /^Save to/ });
    const refusal = page.getByText('was changed by another person or program').first();
    await save.click();
    await refusal.waitFor();
    // The same text again is as wrong as before.
    if (await save.isEnabled()) await save.click();
    await refusal.waitFor();
    expect(host.read(CONFIG)).toContain('a second note of theirs');
    expect(host.read(CONFIG)).not.toContain('# mine');
  });
});
