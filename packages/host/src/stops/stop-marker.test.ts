import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SILENT_LOGGER } from '@mortise/core';
import { afterAll, describe, expect, it } from 'vitest';
import { MemoryStopStore } from './memory-stop-store.ts';
import { StopMarker } from './stop-marker.ts';
import { StopSwitch } from './stop-switch.ts';

const folder = mkdtempSync(join(tmpdir(), 'mortise-marker-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('the marker of a machine that shares its stops with others (T-6, C-1)', () => {
  it('says what another machine stopped and lifted, for a start without the database', async () => {
    const store = new MemoryStopStore();
    const open = (machine: string) =>
      new StopSwitch({
        ...{ store, logger: SILENT_LOGGER, now: Date.now, newId: randomUUID },
        marker: new StopMarker(join(folder, machine)),
      });
    const marked = () => new StopMarker(join(folder, 'other')).read().map(({ name }) => name);
    const [one, other] = [open('one'), open('other')];
    await one.stop({ scope: 'agent', name: 'main', by: 'ana' });
    await other.refresh();
    expect(marked()).toEqual(['main']);
    await one.resume({ scope: 'agent', name: 'main' }, 'ana');
    await other.refresh();
    expect(marked()).toEqual([]);
  });

  it('hands on what was stopped while the database was away, and brings back nothing that was lifted', async () => {
    const marker = new StopMarker(join(folder, 'away'));
    const open = (store: MemoryStopStore) =>
      new StopSwitch({
        ...{ store, logger: SILENT_LOGGER, now: Date.now, newId: randomUUID },
        marker,
      });
    class Away extends MemoryStopStore {
      override async add(): Promise<void> {
        throw new Error('It is away.');
      }
    }
    const before = open(new Away());
    await before.stop({ scope: 'agent', name: 'main', by: 'ana' });
    const written = marker.read();
    const store = new MemoryStopStore();
    const after = open(store);
    after.readMarker({ isOnlyCopy: false });
    await after.refresh();
    expect(await store.list()).toMatchObject([{ name: 'main', by: 'ana' }]);
    await after.resume({ scope: 'agent', name: 'main' }, 'ana');
    await marker.write(written);
    const last = open(store);
    last.readMarker({ isOnlyCopy: false });
    await last.refresh();
    expect(last.isInForce).toBe(false);
  });
});
