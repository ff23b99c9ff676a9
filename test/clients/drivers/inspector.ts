import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  addresses,
  bearer,
  type ClientKind,
  type ClientTarget,
  contentTexts,
  messageTexts,
  promptNames,
  readResult,
} from '../driven-client.ts';

const require = createRequire(import.meta.url);
const MANIFEST = require.resolve('@modelcontextprotocol/inspector/package.json');
const INSPECTOR = join(MANIFEST, '..', require(MANIFEST).bin['mcp-inspector']);

/** Its command line, which connects for one request and ends. */
export const inspector: ClientKind = {
  name: 'Inspector',
  package: '@modelcontextprotocol/inspector',
  over: ['HTTP', 'stdio'],
  lacks: {
    load_tools: 'its command line connects for one request',
    progress: 'its command line shows only the result',
    cancel: 'its command line has no way to cancel a call',
    '20 s call': 'its command line is for single looks',
    '50 parallel': 'its command line connects for one request',
  },
  connect: async (target) => {
    const home = mkdtempSync(join(tmpdir(), 'mortise-inspector-'));
    const cwd = target.over === 'stdio' ? target.cwd : home;
    const ask = (...words: string[]) => inspect({ home, cwd }, [...wordsOf(target), ...words]);
    return {
      list: async () => {
        const { tools } = (await ask('--method', 'tools/list')) as { tools: { name: string }[] };
        return tools.map(({ name }) => name);
      },
      call: async (name, args) => {
        const given = Object.entries(args).flatMap(([key, value]) => [
          ...['--tool-arg', `${key}=${typeof value === 'string' ? value : JSON.stringify(value)}`],
        ]);
        return readResult(await ask('--method', 'tools/call', '--tool-name', name, ...given));
      },
      prompts: {
        list: async () => promptNames((await ask('--method', 'prompts/list')) as never),
        get: async (name, args) => {
          const given = Object.entries(args).flatMap(([key, value]) => [
            ...['--prompt-args', `${key}=${value}`],
          ]);
          const words = ['--method', 'prompts/get', '--prompt-name', name, ...given];
          return messageTexts((await ask(...words)) as never);
        },
      },
      resources: {
        list: async () => addresses((await ask('--method', 'resources/list')) as never),
        read: async (uri) =>
          contentTexts((await ask('--method', 'resources/read', '--uri', uri)) as never),
      },
      close: async () => rmSync(home, { recursive: true, force: true }),
    };
  },
};

function wordsOf(target: ClientTarget): readonly string[] {
  if (target.over === 'stdio') return [target.command, ...target.args];
  const [[name, value] = []] = Object.entries(bearer(target.token));
  return [target.url, '--transport', 'http', '--header', `${name}: ${value}`];
}

function inspect(
  { home, cwd }: { readonly home: string; readonly cwd: string },
  words: readonly string[],
): Promise<object> {
  const env = { PATH: process.env['PATH'], HOME: home };
  return new Promise((resolve, reject) => {
    const argv = [INSPECTOR, '--cli', ...words];
    execFile(process.execPath, argv, { env, cwd, timeout: 60_000 }, (error, stdout, stderr) => {
      try {
        // It says with its exit code, too, that a tool failed.
        resolve(JSON.parse(stdout));
      } catch {
        reject(new Error(`Inspector said: ${stderr}${stdout}`, { cause: error }));
      }
    });
  });
}
