import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { CheckName, DrivenClient } from './driven-client.ts';

/** What of the matrix one connection can show; each throws unless the client got what it should. */
export const CONNECTION_CHECKS: Readonly<
  Record<Exclude<CheckName, 'restart'>, (client: DrivenClient) => Promise<void>>
> = {
  list: async (client) => {
    const names = await client.list();
    expectSame(names.includes('echo') && names.includes('load_tools'), true);
    expectSame(names.includes('late'), false);
  },
  call: async (client) => expectSame((await client.call('echo', { text: 'hé' })).text, 'hé'),
  structured: async (client) =>
    expectSame((await client.call('add', { a: 1, b: 2 })).structured, { sum: 3 }),
  image: async (client) => expectSame((await client.call('picture', {})).images, 1),
  error: async (client) => {
    const { isError, text } = await client.call('fail', {});
    expectSame([isError, text.includes('on purpose')], [true, true]);
  },
  prompt: async ({ prompts }) => {
    expectSame(await prompts?.list(), ['greet']);
    expectSame(await prompts?.get('greet', { name: 'Ana' }), ['Greet Ana.']);
  },
  resource: async ({ resources }) => {
    expectSame(await resources?.list(), ['mortise://matrix/page']);
    expectSame(await resources?.read('mortise://matrix/page'), ['A page.']);
  },
  load_tools: async (client) => {
    await client.call('load_tools', { toolkit: 'more' });
    expectSame((await client.list()).includes('late'), true);
    expectSame((await client.call('late', {})).text, 'late');
  },
  progress: async (client) => {
    let heard = 0;
    const onProgress = () => {
      heard += 1;
    };
    expectSame((await client.call('steps', {}, { onProgress })).text, 'done');
    if (heard === 0) throw new Error('No progress was heard of.');
  },
  cancel: async (client) => {
    const key = randomUUID();
    const leaving = new AbortController();
    const call = client.call('hang', { key }, { signal: leaving.signal }).then(
      ({ isError }) => (isError ? 'ended' : 'answered'),
      () => 'ended',
    );
    await untilHanging(client, key, 'begun');
    leaving.abort();
    expectSame(await call, 'ended');
    await untilHanging(client, key, 'aborted');
  },
  '20 s call': async (client) =>
    expectSame((await client.call('rest', { n: 20, ms: 20_000 })).text, '20'),
  '50 parallel': async (client) => {
    const numbers = Array.from({ length: 50 }, (_, n) => n);
    const answers = await Promise.all(numbers.map((n) => client.call('rest', { n, ms: 200 })));
    expectSame(
      answers.map(({ text }) => text),
      numbers.map(String),
    );
  },
};

/** The tool itself says that it began and that it was told to end. */
async function untilHanging(client: DrivenClient, key: string, state: string): Promise<void> {
  const end = performance.now() + 20_000;
  while ((await client.call('hanging', { key })).text !== state) {
    if (performance.now() > end) throw new Error(`The call was not ${state}.`);
    await sleep(50);
  }
}

export function expectSame(found: unknown, expected: unknown): void {
  if (isDeepStrictEqual(found, expected)) return;
  throw new Error(`${JSON.stringify(found)} in place of ${JSON.stringify(expected)}`);
}
