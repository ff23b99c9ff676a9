import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ProgramJail } from '@mortise/processes';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHost } from './create-host.ts';
import type { Host } from './host.ts';

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'mortise-beside-')));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const at = (...names: readonly string[]) => join(folder, ...names);

const tool = (name: string, body: string) => `api.registerTool({ name: '${name}', description: 'n',
  parameters: { type: 'object' }, capabilities: { process: { allowedBinaries: ['*'] } },
  async execute(_id, args, ctx) { ${body} } });`;
const RUNS = `export default (api) => { ${tool(
  'run',
  "const { stdout } = await ctx.process.run('/bin/sh', ['-c', args.script]); return { content: [{ type: 'text', text: stdout }] };",
)} };`;
const SAYS = (text: string) =>
  `export default (api) => { ${tool('say', `return { content: [{ type: 'text', text: '${text}' }] };`)} };`;

function writePackage(path: string, code: string): void {
  mkdirSync(path, { recursive: true });
  const id = path.split('/').at(-1) ?? '';
  const capabilities = { process: { allowedBinaries: ['*'], reason: 'n' } };
  writeFileSync(
    join(path, 'package.json'),
    JSON.stringify({ name: id, version: '1.0.0', type: 'module' }),
  );
  writeFileSync(
    join(path, 'mortise.json'),
    JSON.stringify({ id, entry: 'index.js', capabilities }),
  );
  writeFileSync(join(path, 'index.js'), code);
}

const { layers } = await new ProgramJail({ tier: 'preferred' }).probe();
const lacks = layers['mounts'] === 'on' ? undefined : `mounts ${layers['mounts']}`;
const where = lacks === undefined ? '' : `; skipped here: ${lacks}`;

describe.skipIf(lacks !== undefined)(
  `a program in the folder of its own host (S-6, S-10)${where}`,
  () => {
    let host: Host;
    const open = () =>
      createHost({
        ...{ config: at('ops.json'), lockFile: at('mortise.lock'), stateDir: at('.mortise') },
        ...{ state: at('.mortise', 'sessions.db'), audit: at('.mortise', 'audit.jsonl') },
      });
    beforeAll(async () => {
      writePackage(at('runs'), RUNS);
      writePackage(at('node_modules', 'says'), SAYS('installed'));
      const grants = { process: { allowedBinaries: ['/bin/sh'], cwd: [folder], write: [folder] } };
      const extensions = [{ source: './runs', grants }, 'says'];
      writeFileSync(at('ops.json'), JSON.stringify({ extensions, agents: { main: {} } }));
      host = await open();
    });
    afterAll(() => host.close());

    async function call(name: string, args: object = {}): Promise<string> {
      const [result] = await host
        .agent('main')
        .session('s')
        .execute([{ id: 'c', name, args }]);
      return result?.ok === true ? result.text.trim() : `${result?.code}: ${result?.message}`;
    }

    it('makes what it likes, and nothing where the host would look', async () => {
      expect(existsSync(at('mortise.lock'))).toBe(false);
      const script = `exec 2>&1; mkdir made && echo x > made/file && echo made
      for f in mortise.lock ops.json .mortise/token runs/index.js node_modules/says/index.js; do echo forged > $f; done
      mv runs other; mv node_modules other; mv .mortise other; rm -f mortise.lock; ls -d other`;
      expect(await call('run', { script })).toMatch(/^made\n.*No such file or directory$/s);
      expect(readFileSync(at('made', 'file'), 'utf8')).toBe('x\n');
      for (const path of [
        'mortise.lock',
        'ops.json',
        'runs/index.js',
        'node_modules/says/index.js',
      ])
        expect(readFileSync(at(path), 'utf8')).not.toContain('forged');
      expect(JSON.parse(readFileSync(at('mortise.lock'), 'utf8')).extensions).toEqual({});
    });

    it('takes the place of no installed package by a folder of its name', async () => {
      writePackage(at('draft', 'says'), SAYS('forged'));
      expect(await call('run', { script: 'mv draft/says says && echo moved' })).toBe('moved');
      await host.close();
      host = await open();
      expect(await call('say')).toBe('installed');
    });
  },
);
