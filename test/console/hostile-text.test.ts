import { showHidden, type Tool, visibleJson } from '@mortise/contracts';
import { type Gateway, startGateway } from '@mortise/gateway';
import { createHost, type Host } from '@mortise/host';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectCalm, type OpenWindow, useBrowser } from './browser.ts';
import { askHost } from './console-host.ts';
import { HOSTILE_TEXTS } from './hostile-texts.ts';

const browser = useBrowser();
let host: Host;
let gateway: Gateway;
let window: OpenWindow;

/** In a configuration `${` would be a variable. */
const written = (text: string) => text.replaceAll('${', () => '$${');
const nameOf = (index: number) => `hostile_${index}`;

/** Says what it was made of: in its description, its schema, its result and its errors. */
const hostileTool = (text: string, index: number): Tool => ({
  name: nameOf(index),
  description: text,
  schema: {
    type: 'object',
    title: text,
    properties: {
      text: { type: 'string', title: text, description: text, enum: [showHidden(text), 'ok'] },
    },
  },
  execute: () => ({ ok: true, value: text, structured: { [text]: text } }),
});

beforeAll(async () => {
  host = await createHost({
    config: {
      toolkits: Object.fromEntries(
        HOSTILE_TEXTS.map((text, index) => [
          `kit_${index}`,
          { description: written(text), tools: [nameOf(index)] },
        ]),
      ),
      agents: {
        main: { tools: HOSTILE_TEXTS.map((_, index) => nameOf(index)) },
        lazy: { allowed_toolkits: HOSTILE_TEXTS.map((_, index) => `kit_${index}`) },
        asked: {
          tools: {
            rules: [{ tools: ['*'], then: 'ask', reason: HOSTILE_TEXTS[3] ?? '' }],
          },
        },
      },
    },
    tools: HOSTILE_TEXTS.map(hostileTool),
  });
  gateway = await startGateway(host, { token: 'h'.repeat(43) });
  window = await browser.open();
  const { url = '' } = gateway.signInLink() ?? {};
  await window.page.goto(url);
  await window.page.getByRole('heading', { name: 'Agents' }).waitFor();
});

afterAll(async () => {
  await window?.[Symbol.asyncDispose]();
  await gateway?.close({ drainMs: 0 });
  await host?.close();
});

const ask = (path: string, body?: object) => askHost(gateway, path, body);

/** Elements that only a text which became markup could have made. */
const FORBIDDEN = [
  ...[
    'script:not([src])',
    'iframe',
    'object',
    'embed',
    'base',
    'meta[http-equiv]',
    'style',
    'marquee',
  ],
  ...['math', 'video', 'audio', 'body img', '[onerror]', '[onload]', '[onclick]', '[onfocus]'],
  ...['a[href^="javascript" i]', 'form[action]', 'template'],
].join(',');

async function expectHarmless(page: Page): Promise<void> {
  const found = await page.evaluate(
    `({ pwned: window.pwned ?? Object.prototype.pwned, made: document.querySelectorAll(${JSON.stringify(FORBIDDEN)}).length })`,
  );
  expect(found).toEqual({ pwned: undefined, made: 0 });
  expectCalm(window);
}

async function go(hash: string): Promise<Page> {
  await window.page.goto(`${gateway.url}/${hash}`);
  return window.page;
}

const textOf = async (page: Page, selector = 'main') =>
  (await page.locator(selector).textContent()) ?? '';

describe('a hostile text in the console is text (S-5)', () => {
  it('has at least forty kinds', () => {
    expect(new Set(HOSTILE_TEXTS).size).toBeGreaterThanOrEqual(40);
  });

  it.each(HOSTILE_TEXTS.map((text, index) => ({ index, text: visibleJson(text), raw: text })))(
    'as description, schema and result: $text',
    async ({ index, raw }) => {
      const page = await go(`#/call/main/${nameOf(index)}`);
      await page.getByRole('heading', { name: nameOf(index) }).waitFor();
      await page.locator('.schema-form select').waitFor();
      expect(await textOf(page)).toContain(showHidden(raw));
      await page.getByRole('button', { name: 'Call', exact: true }).click();
      const result = page.getByRole('region', { name: 'Text' });
      await result.waitFor();
      expect(await result.textContent()).toBe(showHidden(raw));
      await page.getByRole('region', { name: 'Structured result' }).waitFor();
      await expectHarmless(page);
    },
  );

  it('as descriptions of toolkits', async () => {
    const page = await go('#/agents/lazy/sessions');
    await page.getByText('kit_0', { exact: true }).waitFor();
    const shown = await textOf(page);
    for (const text of HOSTILE_TEXTS) expect(shown).toContain(showHidden(text));
    await expectHarmless(page);
  });

  it('as the reason of a stop, wherever one is', async () => {
    for (const reason of HOSTILE_TEXTS)
      await ask('/api/stops', { scope: 'agent', name: 'main', reason });
    const page = await go('#/agents');
    await page.getByText('Agent main is stopped').first().waitFor();
    await expectHarmless(page);
    await ask('/api/stops/lift', { scope: 'agent', name: 'main' });
  });

  it('as arguments and reason of a call on hold', async () => {
    const args = Object.fromEntries(
      HOSTILE_TEXTS.map((text, index) => [`k${index} ${text}`, text]),
    );
    const call = ask('/api/agents/asked/calls', {
      approvalWaitMs: 60_000,
      calls: [{ name: nameOf(0), args }],
    });
    const page = await go('#/approvals');
    await page.getByRole('region', { name: 'Arguments' }).waitFor();
    const shown = await textOf(page);
    for (const text of HOSTILE_TEXTS) expect(shown).toContain(`: ${visibleJson(text)}`);
    await expectHarmless(page);
    await page.keyboard.press('r');
    await call;
  });

  it('as names of tokens, users and sessions', async () => {
    const printable = HOSTILE_TEXTS.filter((text) => /^[^\p{C}]{1,200}$/u.test(text));
    for (const name of printable) {
      await ask('/api/tokens', { agents: 'all', name, userId: name.trim().slice(0, 100) });
    }
    for (const session of printable) {
      await ask('/api/agents/main/calls', {
        session: session.slice(0, 128),
        calls: [{ id: session.slice(0, 128), name: nameOf(1) }],
      });
    }
    let page = await go('#/tokens');
    await page.getByRole('region', { name: 'Tokens' }).waitFor();
    const shown = await textOf(page);
    for (const text of printable) expect(shown).toContain(text);
    await expectHarmless(page);
    page = await go('#/calls');
    await page
      .getByRole('row', { name: /hostile_1/ })
      .first()
      .getByRole('link')
      .click();
    await page.getByRole('dialog').waitFor();
    await expectHarmless(page);
  });

  it.each([
    '#/agents/<img src=x onerror=window.pwned=1>',
    '#/agents?q=<script>window.pwned=1</script>',
    '#/call/<svg onload=window.pwned=1>/<img src=x onerror=window.pwned=1>',
    '#/audit?call="><script>window.pwned=1</script>&agentId=<img src=x>',
    '#/what-if?agent=<script>window.pwned=1</script>&allow=<img src=x onerror=window.pwned=1>',
    '#/<script>window.pwned=1</script>',
    '#/agents/%E0%A4%A',
    '#javascript:window.pwned=1',
  ])('in the address: %s', async (hash) => {
    const page = await go('#/health');
    await page.evaluate(`location.hash = ${JSON.stringify(hash)}`);
    await page.locator('main').waitFor();
    await page.getByRole('heading').first().waitFor();
    await page.evaluate(
      'new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn, 300)))',
    );
    const { pwned, made } = (await page.evaluate(
      `({ pwned: window.pwned, made: document.querySelectorAll(${JSON.stringify(FORBIDDEN)}).length })`,
    )) as { pwned: unknown; made: number };
    expect([pwned, made]).toEqual([undefined, 0]);
  });
});
