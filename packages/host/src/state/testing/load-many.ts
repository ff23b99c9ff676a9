// Run as a process of its own: loads toolkits one after the other and prints each name once it is
// acknowledged. Usage: node load-many.ts <file> <agent> <session> <prefix> <count>
import { writeSync } from 'node:fs';
import { SqliteSessionStore } from '../sqlite-session-store.ts';

const [path = '', agentId = '', sessionKey = '', prefix = '', count = '0'] = process.argv.slice(2);
const silent = () => undefined;
const logger = { debug: silent, info: silent, warn: silent, error: silent };
await using store = new SqliteSessionStore({ path, now: Date.now, logger });

for (let index = 0; index < Number(count); index += 1) {
  const name = `${prefix}-${index}`;
  for (let isStored = false; !isStored; ) {
    const record = await store.read(agentId, sessionKey);
    const next = { ...record, loadedToolkits: [...record.loadedToolkits, name] };
    const write = await store.write(next, record.version);
    if (write.status === 'refused') throw new Error(write.reason);
    isStored = write.status === 'stored';
  }
  // Synchronous, so that the line is out before the next load begins.
  writeSync(1, `${name}\n`);
}
