/** Writes into an audit log until it is killed, and says on standard output what it was told is written. */
import { AuditFile } from '@mortise/host';

const [log = '', name = '', fsync = 'interval'] = process.argv.slice(2);
const audit = new AuditFile(log, {
  maxBytes: () => 500_000,
  fsync: () => (fsync === 'always' ? 'always' : 'interval'),
});
process.stdout.write('ready\n');
for (let turn = 0; ; turn += 1) {
  // A large batch is cut by a kill more often than a small one.
  const count = 1 + Math.floor(Math.random() * (turn % 5 === 0 ? 200 : 10));
  const size = turn % 3 === 0 ? 1_000 : 60;
  for (let at = 0; at < count; at += 1) {
    audit.record({
      ...{ at: Date.now(), kind: 'call', decision: 'allowed', action: 'tools.execute' },
      ...{ target: 'x'.repeat(size), callId: `${name}-${turn}-${at}` },
    });
  }
  try {
    audit.flush();
    process.stdout.write(`${name}-${turn}-${count - 1}\n`);
  } catch {
    // Another process held the log for long: the entries wait, and are not acknowledged.
  }
  await new Promise((resolve) => setTimeout(resolve, 3));
}
