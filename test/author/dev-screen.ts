import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Terminal } from './terminal.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const MORTISE = join(ROOT, 'packages/cli/bin/mortise.js');

/** A tool that throws three files deep. */
export const DEEP_FILES = {
  'mortise.json': JSON.stringify({ id: 'weather', version: '0.1.0', entry: 'src/index.ts' }),
  'src/index.ts': `import { forecastFor } from './forecast.ts';

export default (api) => {
  api.registerTool({
    name: 'get_forecast',
    description: 'Tells the weather of a city, hour by hour, for the next day.',
    parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
    execute: async (_id, { city }) => ({ content: [{ type: 'text', text: forecastFor(city) }] }),
  });
};
`,
  'src/forecast.ts': `import { parseHour } from './hours/parse-hour.ts';

export function forecastFor(city: string): string {
  console.log('parsing', { city });
  return parseHour({ hours: undefined });
}
`,
  'src/hours/parse-hour.ts': `interface Answer {
  readonly hours: readonly string[] | undefined;
}

export function parseHour(answer: Answer): string {
  const [first] = answer.hours as readonly string[];
  return first ?? '';
}
`,
} as const;

/** `mortise dev` in a terminal, after a call that throws, as its author sees it. */
export async function captureDev(): Promise<string> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'mortise-dev-')));
  try {
    for (const [name, text] of Object.entries(DEEP_FILES)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), text);
    }
    const command = `exec '${process.execPath}' '${MORTISE}' dev`;
    const env = { PATH: process.env['PATH'], HOME: folder, TERM: 'xterm', LANG: 'C.UTF-8' };
    await using terminal = await Terminal.open({ cwd: folder, env, command });
    await terminal.until(/\[q\] quit/);
    await terminal.press('c');
    await terminal.until(/arguments of get_forecast/);
    await terminal.type('{"city":"Oslo"}');
    await terminal.press('Enter');
    const screen = await terminal.until(/at async|at Object\.execute/);
    await terminal.press('q');
    return withoutChance(screen, folder);
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** What differs from one time to the next has the values of one time. */
function withoutChance(screen: string, folder: string): string {
  return screen
    .replaceAll(folder, '/home/ana/weather')
    .replace(
      /bundled ([\d.]+ kB) in \d+ ms, registered in \d+ ms/,
      'bundled $1 in 41 ms, registered in 62 ms',
    )
    .replace(/127\.0\.0\.1:\d+/, '127.0.0.1:4848')
    .replace(/^\d\d:\d\d:\d\d /m, '12:03:11 ')
    .replace(/execution_failed \d+ ms/, 'execution_failed 12 ms');
}
