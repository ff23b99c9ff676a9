import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { typeCommand } from './cli-fixture.ts';

let cwd: string;
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), 'mortise-messages-'));
});
afterEach(() => rmSync(cwd, { recursive: true, force: true }));

interface Options {
  readonly columns?: number;
  readonly hasColour?: boolean;
}

const mortise = (argv: readonly string[], options: Options = {}) =>
  typeCommand(argv, { cwd, signal: AbortSignal.abort(), ...options });

const write = (text: string, name = 'mortise.config.yaml') => writeFileSync(join(cwd, name), text);

/** Everything in it tries to move the cursor, to hide or to turn the line around. */
const HOSTILE = '\u001b[2J\u001b[31m\u202e\u200b\u0007\u009b8m';

function writeHostile(): void {
  mkdirSync(join(cwd, 'hostile'));
  const manifest = {
    ...{ id: 'hostile', version: '1.0.0', entry: 'index.js' },
    capabilities: { network: { hosts: ['example.com'], reason: `r${HOSTILE}` } },
  };
  write(JSON.stringify(manifest), 'hostile/mortise.json');
  write(
    `export default (api) => { api.registerTool({ name: 'speak', description: ${JSON.stringify(`d${HOSTILE}`)},
      parameters: { type: 'object', properties: { x: { type: 'string', description: ${JSON.stringify(HOSTILE)} } } },
      execute: async (_id, args, ctx) => {
        ctx.progress?.({ message: ${JSON.stringify(`p${HOSTILE}`)} });
        if (args.x === 'throw') throw new Error(${JSON.stringify(`e${HOSTILE}`)});
        return { content: [{ type: 'text', text: ${JSON.stringify(`t${HOSTILE}`)} }] };
      } }); };`,
    'hostile/index.js',
  );
}

const HIDDEN = /[\p{Cc}\p{Default_Ignorable_Code_Point}\u202a-\u202e](?<!\n)/u;

describe('text of strangers on a terminal (S-5)', () => {
  it('is harmless in every command, as text and as JSON', async () => {
    writeHostile();
    write('extensions: [./hostile]\nagents: { main: {} }\n');
    const lines = [
      ['tools', 'main', '--cost'],
      ['explain', 'main', 'speak'],
      ['explain', 'main', `speak${HOSTILE}`],
      ['tools', `main${HOSTILE}`],
      [`bogus${HOSTILE}`],
      ['call', 'speak', '{}'],
      ['call', 'speak', '{"x":"throw"}'],
      ['call', `speak${HOSTILE}`, '{}'],
      ['call', 'speak', `{${HOSTILE}`],
      ['allow', 'main', `x${HOSTILE}`],
      ['deny', 'main', 'speak', '--list', `tools.${HOSTILE}`],
      ['check'],
      ['check', 'hostile'],
      ['add', './hostile'],
      ['update'],
      ['diff', 'main', 'main'],
      ['simulate', 'main', '--deny', 'speak'],
      ['doctor'],
    ];
    for (const line of lines) {
      for (const argv of [line, [...line, '--json']]) {
        const { out, err } = await mortise(argv, { hasColour: false });
        expect(out, argv.join(' ')).not.toMatch(HIDDEN);
        expect(err, argv.join(' ')).not.toMatch(HIDDEN);
      }
    }
  }, 120_000);
});

describe('messages to operators', () => {
  it('name the folder without a manifest, the line that names it, and the command that takes it out', async () => {
    mkdirSync(join(cwd, 'empty'));
    write('agents: { main: {} }\nextensions:\n  - ./empty\n  - ./gone\n');
    const { exit, err } = await mortise(['check']);
    expect(exit).toBe(5);
    expect(err.match(/manifest_missing/g)).toHaveLength(1);
    expect(err).toMatch(
      /mortise\.config\.yaml:3:\d+ {2}manifest_missing {2}.*\/empty: there is no mortise\.json/,
    );
    expect(err).toMatch(/mortise\.config\.yaml:4:\d+ {2}package_unreadable {2}.*\/gone/);
    expect(err).toContain('`mortise remove ./empty`');
    expect(err).toContain('`mortise remove ./gone`');
  });

  it('say once, and where, that a loadout extends an unknown one, and which may be meant (J-4)', async () => {
    write('agents:\n  main:\n    loadout: mine\nloadouts:\n  mine:\n    parent: minmal\n');
    const { err } = await mortise(['check']);
    expect(err.match(/loadout_parent_unknown/g)).toHaveLength(1);
    expect(err).toMatch(
      /mortise\.config\.yaml:6:\d+ {2}loadout_parent_unknown .*did you mean `minimal`\?/,
    );
  });

  it('suggest the agent that may be meant, or say which there are', async () => {
    write('agents: { main: {}, reviewer: {} }\n');
    expect((await mortise(['tools', 'reveiwer'])).err).toContain('did you mean `reviewer`?');
    expect((await mortise(['explain', 'zzz', 'x'])).err).toContain('there are: main, reviewer');
  });

  it('count in the singular and the plural', async () => {
    write('agents: { main: { tools: [x] } }\n');
    expect((await mortise(['check'])).out).toMatch(/0 errors, 1 warning$/);
  });

  it('fit the width of the terminal', async () => {
    write('agents: { main: { tools: { deny: [list_*] } } }\n');
    const { out } = await mortise(['explain', 'main', 'list_toolkits'], { columns: 80 });
    const isTooLong = (line: string) => line.length > 80 && line.trim().includes(' ');
    // A path is one word, however long.
    expect(out.split('\n').filter(isTooLong)).toEqual([]);
  });
});
