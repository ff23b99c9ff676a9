/** `pnpm soak [minutes]`: a host under mixed load for a long time; fails if it grows. */
import { formatCounts, formatHeader, formatSample, formatTrends } from './format.ts';
import { runSoak } from './run-soak.ts';
import { FORMS, readOptions, USAGE } from './soak-options.ts';

const argv = process.argv.slice(2);
const options = readOptions(argv);
if (argv.includes('--help')) console.log(USAGE);
else if (typeof options === 'string') {
  console.error(`${options}\n${USAGE}`);
  process.exitCode = 2;
} else {
  const interrupted = new AbortController();
  // What was measured until then is judged and printed; a second signal ends it at once.
  process.once('SIGINT', () => interrupted.abort());
  process.once('SIGTERM', () => interrupted.abort());
  const { rate } = options.plan;
  const form = FORMS[options.form];
  const pace = rate === undefined ? 'as many calls as there can be' : `${rate} calls/s`;
  console.log(`soaking ${form} for ${options.minutes} minutes, ${pace}`);
  console.log(formatHeader());
  let shownAt = Number.NEGATIVE_INFINITY;
  const everyMs = Math.min(60_000, options.minutes * 6_000);
  const report = await runSoak(options, interrupted.signal, (sample, first) => {
    if (sample.atMs - shownAt < everyMs) return;
    shownAt = sample.atMs;
    console.log(formatSample(sample, first));
  });
  const { verdict, counts } = report;
  for (const rows of [formatTrends(verdict), formatCounts(counts)])
    console.log(`\n${rows.join('\n')}`);
  const { failures } = verdict;
  console.log(`\n${failures.length === 0 ? 'No growth.' : failures.join('\n')}`);
  if (options.isJson) console.log(JSON.stringify({ ...report, options }));
  process.exitCode = failures.length === 0 ? 0 : 1;
}
