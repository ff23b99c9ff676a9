/** `node test/faults/audit-kills/run-writer-kills.ts [count]`: kills writers of one audit log so often. */
import { killWriters } from './kill-writers.ts';

const found = await killWriters(Number(process.argv[2] ?? 200));
const { kills, acknowledged, records, notes, broken, lost, seconds } = found;
for (const each of [...broken, ...lost].slice(0, 8)) console.log(each);
const noted = Object.entries(notes).map(([code, count]) => `${code} ${count}`);
console.log(
  `${kills} kills of writers of one audit log in ${seconds.toFixed(0)} s; ${acknowledged} batches acknowledged, ${records} records; noted: ${noted.join(', ') || 'nothing'}; broken ${broken.length}, lost ${lost.length}`,
);
process.exitCode = broken.length + lost.length === 0 ? 0 : 1;
