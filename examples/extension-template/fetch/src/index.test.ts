import { join } from 'node:path';
import { type FakeFetch, testExtension } from '@mortise/sdk/testing';
import { describe, expect, it } from 'vitest';

const folder = join(import.meta.dirname, '..');
const oslo = { latitude: 59.9, longitude: 10.7 };

function withAnswer(fetch: FakeFetch) {
  return testExtension({ folder, capabilities: { fetch } });
}

describe('get_forecast', () => {
  it('asks the service for the place and answers with the temperature', async () => {
    await using extension = await withAnswer(() => ({ json: { current: { temperature_2m: 4 } } }));
    const outcome = await extension.call('get_forecast', oslo);
    expect(outcome.text).toBe('4 °C');
    expect(extension.requests[0]?.url).toContain('latitude=59.9&longitude=10.7');
  });

  it('says so when the service fails', async () => {
    await using extension = await withAnswer(() => ({ status: 503 }));
    const outcome = await extension.call('get_forecast', oslo);
    expect(outcome).toMatchObject({ status: 'failed', text: expect.stringContaining('503') });
  });
});
