import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterEach, describe, expect, it } from 'vitest';
import { typeCommand } from '../../packages/cli/src/cli-fixture.ts';

const INDEX = `import { parse } from './parse.ts';
export default (api: any) => api.registerTool({ name: 'get', description: 'Gets.', parameters: { type: 'object' },
  execute() { console.log('got', 1); parse(undefined as any); } });`;
const PARSE = `export function parse(value: { x: string }): string {\n  return value.x;\n}`;

let folder = '';
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function makeExtension(index = INDEX): void {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'mortise-dev-')));
  mkdirSync(join(folder, 'src'));
  writeFileSync(
    join(folder, 'mortise.json'),
    '{"id":"one","version":"0.1.0","entry":"src/index.ts"}',
  );
  writeFileSync(join(folder, 'src/index.ts'), index);
  writeFileSync(join(folder, 'src/parse.ts'), PARSE);
}

/** `mortise dev` with a keyboard, and what it has said so far. */
function startDev() {
  const said: string[] = [];
  const note = (text: string) => void said.push(text);
  let press: (key: string) => void = () => undefined;
  const ended = typeCommand(['dev', folder], {
    ...{ cwd: folder, out: note, err: note },
    onKey: (listener) => {
      press = listener;
      return () => undefined;
    },
  });
  const until = (text: string | RegExp) =>
    expect.poll(() => said.join('\n'), { timeout: 30_000 }).toMatch(text);
  return { said, ended, until, press: (key: string) => press(key) };
}

/** One call over the MCP address that it printed. */
async function callOverMcp(url: string): Promise<void> {
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(new StreamableHTTPClientTransport(new URL(url)));
  await client.callTool({ name: 'get', arguments: {} });
  await client.close();
}

describe('mortise dev', () => {
  it('shows each call with where it threw and what it logged, reloads and ends by a key', async () => {
    makeExtension();
    const dev = startDev();
    await dev.until(/\[c\] call {2}\[r\] reload {2}\[t\] test {2}\[q\] quit/);
    await callOverMcp(/mcp +(\S+)/.exec(dev.said.join('\n'))?.[1] ?? '');
    await dev.until(
      /\d\d:\d\d:\d\d get \{\} {2}failed execution_failed \d+ ms\n {9}TypeError: [^\n]+\n {11}at parse \(src\/parse\.ts:2:16\)\n {11}at \S*execute \(src\/index\.ts:3:\d+\)/,
    );
    await dev.until('got 1  src/index.ts:3:');
    dev.press('r');
    await dev.until(/bundled[\s\S]*bundled/);
    dev.press('q');
    expect((await dev.ended).exit).toBe(0);
  }, 60_000);

  it('shows where a registration threw, and serves what comes after', async () => {
    makeExtension('export default () => {\n  missing();\n};');
    const dev = startDev();
    await dev.until(
      /registration_failed .*ReferenceError: missing is not defined \(src\/index\.ts:2:3\)/,
    );
    writeFileSync(join(folder, 'src/index.ts'), INDEX);
    await dev.until(/get +~\d+ tok/);
    dev.press('\u0003');
    expect((await dev.ended).exit).toBe(0);
  }, 60_000);
});
