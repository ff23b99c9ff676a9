import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Host } from '@mortise/host';
import { openHost } from './open-host.ts';

describe('the agent main', () => {
  let host: Host;
  before(async () => {
    host = await openHost();
  });
  after(() => host.close());

  it('has the tool it is allowed, and no other', async () => {
    const definitions = await host.agent('main').session('names').definitions({ format: 'openai' });
    assert.deepEqual(
      definitions.map((tool) => tool.function.name),
      ['count_words'],
    );
  });

  it('is answered', async () => {
    const session = host.agent('main').session('answers');
    const [result] = await session.execute([
      { id: 'call-1', name: 'count_words', args: { text: 'from nothing to a tool' } },
    ]);
    assert.equal(result?.ok === true ? result.text : result?.message, '5');
  });

  it('is refused what does not fit the schema', async () => {
    const session = host.agent('main').session('refusals');
    const [result] = await session.execute([{ id: 'call-1', name: 'count_words', args: {} }]);
    assert.equal(result?.ok === true ? 'ok' : result?.code, 'input_invalid');
  });
});
