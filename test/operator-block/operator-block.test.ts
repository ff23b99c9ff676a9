import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  drawTranscript,
  OPERATOR_LINES,
  openOperatorFolder,
  readTranscript,
  type TypedLine,
  typeLine,
} from './operator-block.ts';

let folder: Awaited<ReturnType<typeof openOperatorFolder>>;
const typed: TypedLine[] = [];
beforeAll(async () => {
  folder = await openOperatorFolder();
  for (const line of OPERATOR_LINES) typed.push(await typeLine(line, folder.path));
}, 120_000);
afterAll(() => folder[Symbol.dispose]());

const type = (line: string) => typeLine(line, folder.path);

describe('an operator in an empty folder (F-5b)', () => {
  it('has an agent with exactly one tool after init, add and allow', async () => {
    expect(typed.map(({ exit }) => exit)).toEqual([0, 0, 0, 2, 0, 0]);
    const { tools } = JSON.parse((await type('mortise tools main --json')).shown);
    expect(tools.map(({ tool }: { readonly tool: string }) => tool)).toEqual(['get_forecast']);
  });

  it('sees what the README shows; `pnpm docs:operator` writes it', (context) => {
    const isJailed = !typed.some(({ shown }) => shown.includes('sandbox: in no jail'));
    context.skip(!isJailed, 'the README shows a machine on which there is a jail');
    expect(drawTranscript(typed)).toBe(readTranscript());
  });

  it('gives no agent anything by adding an extension', () => {
    expect(typed[1]?.shown).not.toMatch(/\+ \w/);
  });

  it('changes nothing with a selector that matches nothing', () => {
    expect(typed[3]?.shown).toMatch(/did you mean get_forecast\?.*nothing was changed/);
    expect(readFileSync(join(folder.path, 'mortise.config.jsonc'), 'utf8')).not.toContain(
      'forcast',
    );
  });

  it('types the command that explain shows, and it does what it says', async () => {
    const [, command = ''] = /to change it: (mortise .+)/.exec(typed[4]?.shown ?? '') ?? [];
    expect(command).toBe('mortise allow main set_home_city');
    expect((await type(command)).exit).toBe(0);
    expect((await type('mortise tools main')).shown).toContain('set_home_city');
    expect((await type('mortise deny main set_home_city')).exit).toBe(0);
    expect((await type('mortise tools main')).shown).not.toContain('set_home_city');
    expect((await type('mortise revoke weather storage')).exit).toBe(0);
    expect((await type('mortise grants weather')).shown).toContain('mortise grant weather storage');
    expect((await type('mortise doctor')).exit).toBe(0);
  }, 60_000);
});
