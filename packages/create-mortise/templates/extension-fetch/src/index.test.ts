import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { type FakeFetch, testExtension } from '@mortise/sdk/testing';

const folder = join(import.meta.dirname, '..');
const oslo = { latitude: 59.9, longitude: 10.7 };

/** The extension in an isolate, with this in place of the network. */
function withAnswer(fetch: FakeFetch) {
  return testExtension({ folder, capabilities: { fetch } });
}

describe('get_forecast', () => {
  it('asks the service for the place and answers with the temperature', async () => {
    await using extension = await withAnswer(() => ({ json: { current: { temperature_2m: 4 } } }));
    const outcome = await extension.call('get_forecast', oslo);
    assert.equal(outcome.text, '4 °C');
    assert.match(extension.requests[0]?.url ?? '', /latitude=59\.9&longitude=10\.7/);
  });

  it('says so when the service fails', async () => {
    await using extension = await withAnswer(() => ({ status: 503 }));
    const outcome = await extension.call('get_forecast', oslo);
    assert.equal(outcome.status, 'failed');
    assert.match(outcome.text, /503/);
  });
});
