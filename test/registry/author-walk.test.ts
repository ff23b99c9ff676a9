import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { describe, expect, it } from 'vitest';
import { DEEP_FILES } from '../author/dev-screen.ts';
import { hasTerminal, Terminal } from '../author/terminal.ts';
import type { Consumer } from './consumer.ts';
import { useConsumer } from './use-consumer.ts';

const SLOWEST_MS = 900_000;

/** Commands with their seconds, in the order in which they were typed. */
class Walk {
  readonly #rows: [command: string, seconds: number][] = [];
  readonly #consumer: Consumer;

  constructor(consumer: Consumer) {
    this.#consumer = consumer;
  }

  /** Types a line in a folder below the consumer's, as a shell takes it. */
  async type(folder: string, line: string): Promise<string> {
    return await this.time(line, () =>
      this.#consumer.must('sh', '-c', 'cd "$0" && eval "$1"', folder, line),
    );
  }

  async time<Answer>(what: string, act: () => Promise<Answer>): Promise<Answer> {
    const startedAt = performance.now();
    const answer = await act();
    this.#rows.push([what, (performance.now() - startedAt) / 1_000]);
    return answer;
  }

  table(): string {
    const whole = this.#rows.reduce((sum, [, seconds]) => sum + seconds, 0);
    const line = (what: string, seconds: number) => `${seconds.toFixed(1).padStart(7)} s  ${what}`;
    return [...this.#rows.map((row) => line(...row)), line('in all', whole)].join('\n');
  }
}

/** Makes the tool of a scaffolded project throw three files deep, and its test print what it is told. */
function breakProject(folder: string): void {
  for (const [name, text] of Object.entries(DEEP_FILES)) {
    if (name === 'mortise.json') continue;
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  const test = `import { join } from 'node:path';
import { it } from 'node:test';
import { testExtension } from '@mortise/sdk/testing';
it('shows where', async () => {
  await using extension = await testExtension({ folder: join(import.meta.dirname, '..') });
  const outcome = await extension.call('get_forecast', { city: 'Oslo' });
  console.log(outcome.trace?.join('\\n'), extension.logs.map(({ place }) => place).join());
});
`;
  writeFileSync(join(folder, 'src', 'index.test.ts'), test);
}

describe('a new author with nothing but npm (F-1)', () => {
  it(
    'comes from nothing to a tool that an MCP client calls elsewhere',
    async () => {
      using consumer = useConsumer();
      const walk = new Walk(consumer);
      const [home, words, elsewhere] = ['.', 'words', 'elsewhere'];
      await walk.type(home, 'npm create --yes mortise words -- --template extension-basic --yes');
      await walk.type(words, 'npm install');
      expect(await walk.type(words, 'npm test')).toMatch(/(?:#|ℹ) fail 0/);
      await walk.type(words, 'npm run check');
      await walk.type(words, 'npm run pack');
      const made = readdirSync(join(consumer.folder, words)).filter((name) => /tgz$/.test(name));
      expect(made).toEqual(['words-0.1.0.tgz']);
      mkdirSync(join(consumer.folder, elsewhere));
      await walk.type(elsewhere, 'npm init -y && npm install mortise');
      await walk.type(elsewhere, 'npx mortise init --agent main');
      await walk.type(elsewhere, 'npx mortise add ../words/words-0.1.0.tgz --grant all');
      await walk.type(elsewhere, 'npx mortise allow main count_words');
      const text = await walk.time('an MCP client starts `npx mortise mcp` and calls', () =>
        callOverMcp(join(consumer.folder, elsewhere), consumer.env),
      );
      expect(text).toBe('3');
      console.log(walk.table());
    },
    SLOWEST_MS,
  );

  it(
    'sees in call, dev and test where a tool threw, three files deep',
    async ({ skip }) => {
      skip(!hasTerminal(), 'this machine has no tmux');
      using consumer = useConsumer();
      await consumer.must('npm', 'create', '--yes', 'mortise', 'made', '--', '--yes');
      const folder = join(consumer.folder, 'made');
      await consumer.must('sh', '-c', 'cd made && npm install');
      breakProject(folder);
      const thrown = /at parseHour \(src\/hours\/parse-hour\.ts:6:\d+\)/;
      const bin = join(folder, 'node_modules/.bin/mortise');
      const called = await consumer.run(
        ...([bin, 'call', 'get_forecast', '{"city":"Oslo"}', '--extension', folder] as const),
      );
      expect(called.text).toMatch(thrown);
      expect(called.text).toContain('src/forecast.ts:4:11');
      const tested = await consumer.must('sh', '-c', 'cd made && npm test');
      expect(tested).toMatch(thrown);
      expect(tested).toContain('src/forecast.ts:4:11');
      await using terminal = await Terminal.open({
        ...{ cwd: folder, command: 'npm run dev' },
        env: { ...consumer.env, TERM: 'xterm', LANG: 'C.UTF-8' },
      });
      await terminal.until(/\[q\] quit/);
      await terminal.press('c');
      await terminal.until(/arguments of get_forecast/);
      await terminal.press('BSpace', 'BSpace');
      await terminal.type('{"city":"Oslo"}');
      await terminal.press('Enter');
      await terminal.until(thrown);
      await terminal.press('q');
    },
    SLOWEST_MS,
  );
});

async function callOverMcp(cwd: string, env: NodeJS.ProcessEnv): Promise<string> {
  const transport = new StdioClientTransport({
    ...{ command: 'npx', args: ['mortise', 'mcp', '--agent', 'main'], cwd, stderr: 'ignore' },
    env: env as Record<string, string>,
  });
  const client = new Client({ name: 'author-walk', version: '1.0.0' });
  await client.connect(transport);
  try {
    const args = { name: 'count_words', arguments: { text: 'one two three' } };
    const { content } = (await client.callTool(args)) as { readonly content: readonly Part[] };
    return content[0]?.text ?? '';
  } finally {
    await client.close();
  }
}

interface Part {
  readonly text?: string;
}
