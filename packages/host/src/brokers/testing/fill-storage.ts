// Run as a process of its own: sets keys until storage is full. Arguments: the file, a prefix.
import { SqliteStorage } from '../storage/sqlite-storage.ts';

const [, , path = '', prefix = ''] = process.argv;
using storage = new SqliteStorage({ path, now: () => 0 });
let stored = 0;
for (let count = 0; count < 200; count += 1) {
  const key = `${prefix}${String(count).padStart(3, '0')}`;
  const value = JSON.stringify('x'.repeat(92));
  const write = await storage.set({ namespace: 'n', key, value, quotaBytes: 10_000 });
  if (write === 'stored') stored += 1;
}
process.send?.(stored);
process.disconnect?.();
