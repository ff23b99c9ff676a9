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

async function connect(agent: string): Promise<Client> {
  const { token } = await host.ask<{ readonly token: string }>('/api/tokens', { agents: [agent] });
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${host.url}/mcp/${agent}`), {
      requestInit: { headers: { Authorization: `Bearer ${token}` } },
    }),
  );
  return client;
}

const send = (client: Client, number: string) =>
  client.callTool({ name: 'invoice_send', arguments: { number, note: 'with love' } });

describe('a call on hold, in a browser (T-4)', () => {
  it('is shown complete and approved for a real MCP client', async () => {
    const client = await connect('billing');
    await using window = await browser.open();
    const { page } = window;
    await host.signIn(page, '#/approvals');
    await page.getByText('Nothing waits for you').waitFor();
    const call = send(client, 'R-1001');
    await page.getByText('Sending an invoice cannot be taken back.').waitFor();
    await expect(page.getByRole('region', { name: 'Arguments' }).textContent()).resolves.toContain(
      '"note": "with love"',
    );
    await page.getByRole('link', { name: /Approvals 1 waiting/ }).waitFor();
    await page.getByRole('button', { name: /Approve once/ }).click();
    expect(await call).toMatchObject({ content: [{ type: 'text', text: 'sent R-1001' }] });
    await page.getByText('Nothing waits for you').waitFor();
    expectCalm(window);
    await client.close();
  });

  it('is refused by keyboard, and the client is told', async () => {
    const client = await connect('billing');
    await using window = await browser.open();
    const { page } = window;
    await host.signIn(page, '#/approvals');
    const call = send(client, 'R-1002');
    await page.getByText('Sending an invoice cannot be taken back.').waitFor();
    await page.keyboard.press('r');
    expect(await call).toMatchObject({ isError: true });
    await page.getByText('Nothing waits for you').waitFor();
    await page.getByRole('link', { name: 'All', exact: true }).click();
    await page
      .getByText(/denied by/)
      .first()
      .waitFor();
    await client.close();
  });

  it('is decided by one key alone, and no other call takes its place', async () => {
    const client = await connect('billing');
    await using window = await browser.open();
    const { page } = window;
    await host.signIn(page, '#/approvals');
    const calls = ['R-2001', 'R-2002', 'R-2003'].map((number) => send(client, number));
    await page.getByRole('link', { name: /Approvals 3 waiting/ }).waitFor();
    await page.getByRole('article', { name: 'The call' }).waitFor();
    // A key that is held down: the browser repeats it.
    for (let repeat = 0; repeat < 5; repeat += 1) await page.keyboard.down('a');
    await page.keyboard.up('a');
    await page.getByText('was decided, or has gone').waitFor();
    await page.keyboard.press('a');
    await page.getByRole('link', { name: /Approvals 2 waiting/ }).waitFor();
    for (let left = 2; left > 0; left -= 1) {
      await page.getByRole('list', { name: 'Calls' }).getByRole('button').first().click();
      await page.getByRole('button', { name: /^Refuse/ }).click();
      if (left > 1) await page.getByText('was decided, or has gone').waitFor();
    }
    const answers = await Promise.all(calls);
    expect(answers.filter(({ isError }) => isError !== true)).toHaveLength(1);
    await client.close();
  });

  it('says that its caller has gone, and what an approval is then', async () => {
    const client = await connect('billing');
    await using window = await browser.open();
    const { page } = window;
    await host.signIn(page, '#/approvals');
    const aborting = new AbortController();
    const call = client
      .callTool(
        { name: 'invoice_send', arguments: { number: 'R-3', note: 'never mind' } },
        { signal: aborting.signal },
      )
      .catch(() => 'left');
    await page.getByText('Sending an invoice cannot be taken back.').waitFor();
    await expect(page.getByText('No call waits for this in this host').count()).resolves.toBe(0);
    aborting.abort();
    expect(await call).toBe('left');
    await page.getByText('No call waits for this in this host').waitFor();
    await page.getByRole('button', { name: /Approve once/ }).click();
    await page.getByText('No call waits for it in this host: the same call runs once').waitFor();
    const again = { name: 'invoice_send', arguments: { number: 'R-3', note: 'never mind' } };
    expect(await client.callTool(again)).toMatchObject({ content: [{ text: 'sent R-3' }] });
    expectCalm(window);
    await client.close();
  });

  it('of a program says that a program is decided about, and offers no rule for it', async () => {
    const client = await connect('billing');
    await using window = await browser.open();
    const { page } = window;
    await page.route('**/api/approvals?*', async (route) => {
      const response = await route.fetch();
      const { approvals, ...rest } = (await response.json()) as {
        readonly approvals: readonly object[];
      };
      const ofPrograms = approvals.map((each) => ({ ...each, operation: 'process.run' }));
      await route.fulfill({ response, json: { ...rest, approvals: ofPrograms } });
    });
    await host.signIn(page, '#/approvals');
    const call = send(client, 'R-5');
    await page.getByText('is about to run a program').waitFor();
    await page.getByText('What would be run, complete').waitFor();
    await expect(page.getByRole('button', { name: /never ask/ }).count()).resolves.toBe(0);
    await page.keyboard.press('r');
    await page.getByText('The program does not run').waitFor();
    expect(await call).toMatchObject({ isError: true });
    expectCalm(window);
    await client.close();
  });

  it('is not known to be decided if the answer is lost', async () => {
    const client = await connect('billing');
    await using window = await browser.open();
    const { page } = window;
    await host.signIn(page, '#/approvals');
    const call = send(client, 'R-4');
    await page.getByText('Sending an invoice cannot be taken back.').waitFor();
    await page.route('**/api/approvals/*/approve', async (route) => {
      await route.fetch();
      await route.abort();
    });
    await page.getByRole('button', { name: /Approve once/ }).click();
    await page.getByText('it is not known whether this was done').waitFor();
    // What is there now is shown: it was.
    await page.getByText('Nothing waits for you').waitFor();
    expect(await call).toMatchObject({ content: [{ text: 'sent R-4' }] });
    await client.close();
  });

  it('is approved as a rule: the same arguments are not asked for again', async () => {
    const client = await connect('billing');
    await using window = await browser.open();
    const { page } = window;
    await host.signIn(page, '#/approvals');
    const call = send(client, 'R-7');
    await page.getByText('Sending an invoice cannot be taken back.').waitFor();
    await page.keyboard.press('Shift+A');
    await page.getByRole('button', { name: 'Approve and write it' }).click();
    expect(await call).toMatchObject({ content: [{ text: 'sent R-7' }] });
    await page.getByText('written into the configuration').waitFor();
    expect(host.read('mortise.config.yaml')).toContain('R-7');
    expect(host.read('mortise.config.yaml')).toContain('# Money leaves the house');
    expect(await send(client, 'R-7')).toMatchObject({ content: [{ text: 'sent R-7' }] });
    await client.close();
  });
});

describe('calls, live (F-7)', () => {
  it('appear as they end, with their steps and times', async () => {
    const client = await connect('support');
    await using window = await browser.open();
    const { page } = window;
    await host.signIn(page, '#/calls');
    await page.getByText('live', { exact: true }).waitFor();
    await client.callTool({ name: 'get_forecast', arguments: { city: 'Oslo' } });
    const row = page.getByRole('row', { name: /get_forecast.*support/ }).first();
    await row.waitFor();
    await row.getByRole('link').click();
    const drawer = page.getByRole('dialog');
    await drawer.getByText('crossing').waitFor();
    await drawer.getByText('"city": "Oslo"').waitFor();
    expectCalm(window);
    await client.close();
  });

  it('are filtered by outcome', async () => {
    await host.ask('/api/agents/support/calls', { calls: [{ name: 'nothing_like_it' }] });
    await using window = await browser.open();
    const { page } = window;
    await host.signIn(page, '#/calls?status=refused');
    await page.getByRole('row', { name: /nothing_like_it/ }).waitFor();
    await expect(page.getByRole('row', { name: /get_forecast/ }).count()).resolves.toBe(0);
  });

  it('are made from a form of the schema, as a dry run and again', async () => {
    await using window = await browser.open();
    const { page } = window;
    await host.signIn(page, '#/call/support/get_forecast');
    await page.getByLabel(/^city/).fill('Bergen');
    await page.getByRole('button', { name: 'Dry run' }).click();
    await page.getByRole('region', { name: 'Result' }).getByText('ok', { exact: true }).waitFor();
    await page.getByLabel(/^days/).fill('5');
    await page.getByRole('button', { name: 'Call', exact: true }).click();
    await page.getByText('Bergen: sun for 5 days').waitFor();
    await page.getByRole('link', { name: 'Calls' }).click();
    await page
      .getByRole('row', { name: /get_forecast/ })
      .first()
      .getByRole('link')
      .click();
    await page.getByRole('button', { name: 'Call again…' }).click();
    await page.getByRole('button', { name: 'JSON' }).click();
    await expect(page.getByLabel('Arguments as JSON').inputValue()).resolves.toContain('Bergen');
    expectCalm(window);
  });
});

describe('the stop switch, in a browser (T-6)', () => {
  it('stops an agent and resumes it', async () => {
    const client = await connect('support');
    await using window = await browser.open();
    const { page } = window;
    await host.signIn(page);
    await page.getByRole('button', { name: 'Stop…' }).click();
    await page.getByLabel('What').selectOption('One agent');
    await page.getByLabel('Its name').fill('suport');
    await page.getByLabel('Why (agents are told)').fill('strange calls');
    await page.getByRole('button', { name: 'Stop it' }).click();
    await page.getByRole('alert').getByText('`support`').waitFor();
    await page.getByLabel('Its name').fill('support');
    await page.getByRole('button', { name: 'Stop it' }).click();
    await page.getByText('Agent support is stopped').waitFor();
    const refused = await client.callTool({ name: 'get_forecast', arguments: { city: 'Oslo' } });
    expect(JSON.stringify(refused)).toContain('strange calls');
    await page.getByRole('button', { name: 'Resume' }).click();
    await page.getByText('Agent support is stopped').waitFor({ state: 'detached' });
    const served = await client.callTool({ name: 'get_forecast', arguments: { city: 'Oslo' } });
    expect(served).toMatchObject({ content: [{ text: 'Oslo: sun for 3 days' }] });
    expectCalm(window);
    await client.close();
  });
});
