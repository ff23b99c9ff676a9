import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { Page } from 'playwright-core';
import { type ConsoleHost, serveConsole } from './console-host.ts';

/** One page of the console, as a visitor finds it. */
export interface TourStop {
  readonly name: string;
  readonly hash: string;
  /** Waits until what is worth seeing is there. */
  readonly ready: (page: Page) => Promise<unknown>;
}

const heading = (name: string) => (page: Page) =>
  page.getByRole('heading', { name, exact: true, level: 1 }).waitFor();

/** Every view, and what opens over it. */
export const TOUR: readonly TourStop[] = [
  {
    name: 'agents',
    hash: '#/agents',
    ready: (page) => page.getByRole('link', { name: 'support' }).waitFor(),
  },
  {
    name: 'agent',
    hash: '#/agents/support',
    ready: (page) => page.getByRole('link', { name: 'get_forecast' }).waitFor(),
  },
  {
    name: 'explain',
    hash: '#/agents/support?tool=set_home_city',
    ready: (page) => page.getByRole('dialog').getByText('Every step').waitFor(),
  },
  {
    name: 'toolkits',
    hash: '#/agents/billing/sessions',
    ready: (page) => page.getByText('Look at invoices and send them').waitFor(),
  },
  {
    name: 'matrix',
    hash: '#/matrix',
    ready: (page) => page.getByText('3 agents against').waitFor(),
  },
  {
    name: 'what-if',
    hash: '#/what-if?agent=support&allow=set_home_city',
    ready: async (page) => {
      await page.getByRole('button', { name: 'Try it' }).click();
      await page.getByRole('textbox', { name: 'Difference of the file' }).waitFor();
    },
  },
  {
    name: 'costs',
    hash: '#/costs',
    ready: (page) => page.getByRole('table', { name: 'Costs' }).getByRole('link').first().waitFor(),
  },
  {
    name: 'extensions',
    hash: '#/extensions',
    ready: (page) => page.getByRole('article', { name: 'weather' }).waitFor(),
  },
  {
    name: 'extension',
    hash: '#/extensions/weather',
    ready: (page) => page.getByRole('heading', { name: 'Its tools' }).waitFor(),
  },
  {
    name: 'grants',
    hash: '#/extensions/weather?tab=grants',
    ready: (page) => page.getByRole('row', { name: /storage/ }).waitFor(),
  },
  {
    name: 'update',
    hash: '#/extensions/weather?tab=update',
    ready: (page) => page.getByRole('textbox', { name: 'Definition of get_forecast' }).waitFor(),
  },
  { name: 'servers', hash: '#/servers', ready: heading('MCP servers') },
  {
    name: 'approvals',
    hash: '#/approvals',
    ready: (page) => page.getByRole('region', { name: 'Arguments' }).waitFor(),
  },
  {
    name: 'calls',
    hash: '#/calls',
    ready: (page) =>
      page
        .getByRole('row', { name: /get_forecast/ })
        .first()
        .waitFor(),
  },
  {
    name: 'call-steps',
    hash: '#/calls',
    ready: async (page) => {
      await page
        .getByRole('row', { name: /set_home_city|get_forecast/ })
        .first()
        .getByRole('link')
        .click();
      await page.getByRole('dialog').getByText('crossing').waitFor();
    },
  },
  {
    name: 'call',
    hash: '#/call/support/get_forecast',
    ready: async (page) => {
      await page.getByLabel(/^city/).fill('Oslo');
      await page.getByRole('button', { name: 'Call', exact: true }).click();
      await page.getByText('Oslo: sun for 3 days').waitFor();
    },
  },
  {
    name: 'audit',
    hash: '#/audit',
    ready: (page) => page.getByRole('region', { name: 'Records' }).waitFor(),
  },
  {
    name: 'tokens',
    hash: '#/tokens',
    ready: (page) => page.getByRole('region', { name: 'Tokens' }).waitFor(),
  },
  {
    name: 'runners',
    hash: '#/runners',
    ready: (page) => page.getByRole('heading', { name: 'This host' }).waitFor(),
  },
  { name: 'health', hash: '#/health', ready: heading('What needs attention') },
];

/** A host on which there is something to see everywhere: calls, one that waits, an update, a colleague's token. */
export async function serveTour(): Promise<ConsoleHost> {
  const host = await serveConsole((_folder, type) => {
    type('add', './weather', '--grant', 'all');
    type('add', './invoices', '--grant', 'none');
  });
  const weather = host.read('weather/index.js');
  host.write('weather/index.js', weather.replace('in a city.', 'in a city, and the tides.'));
  await host.ask('/api/extensions/weather/reload', {});
  await host.ask('/api/tokens', {
    agents: ['support'],
    roles: ['call'],
    name: 'Cursor of Ana',
    userId: 'ana',
  });
  await holdCall(host);
  return host;
}

/** A call of a real client that waits for a person, until its host ends. */
async function holdCall(host: ConsoleHost): Promise<void> {
  const { token } = await host.ask<{ readonly token: string }>('/api/tokens', {
    ...{ agents: ['billing'], roles: ['call'], name: 'month end', userId: 'bo' },
  });
  const client = new Client({ name: 'month-end', version: '1' });
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${host.url}/mcp/billing`), {
      requestInit: { headers: { Authorization: `Bearer ${token}` } },
    }),
  );
  const args = { number: 'R-1001', note: 'Thank you for your order of 12 October.' };
  client.callTool({ name: 'invoice_send', arguments: args }).catch(() => undefined);
}

/** Calls worth looking at; made while a page is open, so that their steps are known. */
export async function makeCalls(host: ConsoleHost): Promise<void> {
  for (const city of ['Oslo', 'Bergen', 'Tromsø']) {
    await host.ask('/api/agents/support/calls', {
      calls: [{ name: 'get_forecast', args: { city } }],
    });
  }
  await host.ask('/api/agents/support/calls', {
    calls: [{ name: 'invoice_send', args: { number: 'R-1' } }],
  });
  await host.ask('/api/agents/billing/calls', { calls: [{ name: 'invoice_list', args: {} }] });
  await host.ask('/api/agents/support/calls', {
    calls: [{ name: 'get_forecast', args: { town: 'Oslo' } }],
  });
  await host.ask('/api/agents/support/calls', {
    calls: [{ name: 'get_forecast', args: { city: 'Ålesund' } }],
  });
}
