import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'jsonc-parser';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { typeCommand } from './cli-fixture.ts';
import { COMMANDS } from './commands/commands.ts';

let cwd: string;
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), 'mortise-cli-'));
});
afterEach(() => rmSync(cwd, { recursive: true, force: true }));

const CONFIG = `{
  // who may do what
  "toolkits": { "plan": { "description": "Planning", "tools": [] } },
  "agents": {
    "main": { "allowed_toolkits": ["plan"] }, // the one people talk to
    "quiet": { "tools": { "deny": ["list_*"] } }
  }
}
`;

const mortise = (...argv: string[]) => typeCommand(argv, { cwd });

const write = (text: string, name = 'mortise.config.jsonc') => writeFileSync(join(cwd, name), text);

describe('mortise init (F-5b)', () => {
  it('writes an agent that has nothing, and a schema that is there', async () => {
    expect(await mortise('init', '--agent', 'ana')).toMatchObject({ exit: 0 });
    const text = readFileSync(join(cwd, 'mortise.config.jsonc'), 'utf8');
    const { $schema } = parse(text) as { readonly $schema: string };
    expect(JSON.parse(readFileSync(join(cwd, $schema), 'utf8'))).toHaveProperty(
      'properties.agents',
    );
    expect(JSON.parse((await mortise('tools', 'ana', '--json')).out)).toMatchObject({ tools: [] });
  });

  it('points to the schema of an installed package', async () => {
    const installed = join(cwd, 'node_modules', '@mortise', 'host');
    mkdirSync(installed, { recursive: true });
    writeFileSync(join(installed, 'mortise.config.schema.json'), '{}');
    await mortise('init');
    const { $schema } = parse(readFileSync(join(cwd, 'mortise.config.jsonc'), 'utf8'));
    expect($schema).toBe('./node_modules/@mortise/host/mortise.config.schema.json');
    expect(existsSync(join(cwd, 'mortise.config.schema.json'))).toBe(false);
  });

  it.each(['', ' ', 'a\u202eb', 'x'.repeat(200)])(
    'writes nothing for the name %j',
    async (name) => {
      expect(await mortise('init', '--agent', name)).toMatchObject({ exit: 2 });
      expect(readdirSync(cwd)).toEqual([]);
    },
  );

  it('writes no second configuration into a folder, and none is chosen of two', async () => {
    write('agents: { main: {} }\n', 'mortise.config.yaml');
    expect(await mortise('init', '--force')).toMatchObject({
      exit: 2,
      err: expect.stringContaining('mortise.config.yaml'),
    });
    write('{}', 'mortise.config.json');
    const { exit, err } = await mortise('tools', 'main');
    expect(exit).toBe(3);
    expect(err).toMatch(/2 configurations in .*mortise\.config\.json, mortise\.config\.yaml/);
    const [, hint = ''] = /(--config \S+)/.exec(err) ?? [];
    expect(await mortise('tools', 'main', ...hint.split(' '))).toMatchObject({ exit: 2 });
  });

  it('writes a configuration that check accepts, and never replaces one unasked', async () => {
    expect(await mortise('init')).toMatchObject({ exit: 0 });
    expect(await mortise('check')).toMatchObject({
      exit: 0,
      out: expect.stringContaining('0 errors'),
    });
    expect(await mortise('init')).toMatchObject({
      exit: 2,
      err: expect.stringContaining('--force'),
    });
  });
});

describe('mortise --help', () => {
  it('lists every command with its summary', async () => {
    const { exit, out } = await mortise('--help');
    expect(exit).toBe(0);
    const shown = out.replaceAll(/\s+/g, ' ');
    expect(COMMANDS.length).toBeGreaterThan(15);
    for (const { name, summary } of COMMANDS) {
      expect(shown).toMatch(new RegExp(`${name} .*`));
      expect(shown).toContain(summary);
    }
  });
});

describe('mortise check', () => {
  it('does not let an unknown loadout pass, though a host would start with it (J-4)', async () => {
    write('{ "agents": { "main": { "loadout": "nope" } } }');
    expect(await mortise('check')).toMatchObject({
      exit: 3,
      err: expect.stringMatching(/mortise\.config\.jsonc:1:\d+.*loadout/s),
    });
    expect((await mortise('tools', 'main')).exit).toBe(0);
  });
});

describe('the questions of an operator (F-7)', () => {
  beforeEach(() => write(CONFIG));

  it('tools lists what an agent has and what it costs (D-4)', async () => {
    const { exit, out } = await mortise('tools', 'main', '--cost');
    expect(exit).toBe(0);
    expect(out).toMatch(/load_tools\s+core\s+~\d+ tok/);
    expect(out).toMatch(/3 active, ~\d+ tokens/);
  });

  it('explain names the rule, its file and its line', async () => {
    const { out } = await mortise('explain', 'quiet', 'list_toolkits');
    expect(out).toContain('denied');
    expect(out).toContain('agents.quiet.tools.deny[0]');
    expect(out).toContain('mortise.config.jsonc:6');
  });

  it('explain suggests the name that was meant', async () => {
    expect(await mortise('explain', 'main', 'lod_tools')).toMatchObject({
      exit: 2,
      err: expect.stringContaining('"load_tools"'),
    });
  });

  it('simulate shows what deny then does', async () => {
    const simulated = await mortise('simulate', 'main', '--deny', 'load_*', '--json');
    expect(JSON.parse(simulated.out)).toEqual([
      { tool: 'load_tools', before: 'active', after: 'denied' },
    ]);
    const denied = await mortise('deny', 'main', 'load_*', '--json');
    expect(JSON.parse(denied.out)).toMatchObject({
      changed: true,
      agents: [{ agentId: 'main', disappears: JSON.parse(simulated.out) }],
    });
    expect(JSON.parse((await mortise('deny', 'main', 'load_*', '--json')).out)).toMatchObject({
      changed: false,
    });
  });

  it('simulate refuses a name that nothing has, and says which may be meant (F-5b)', async () => {
    expect(await mortise('simulate', 'main', '--deny', 'lod_tools')).toMatchObject({
      exit: 2,
      err: expect.stringContaining('did you mean load_tools?'),
    });
    expect(await mortise('simulate', 'quiet', '--deny', 'list_toolkits')).toMatchObject({
      exit: 0,
    });
  });

  it('an edit keeps the comments, in both dialects and both notations', async () => {
    await mortise('deny', 'main', 'load_tools', 'unload_tools');
    const text = readFileSync(join(cwd, 'mortise.config.jsonc'), 'utf8');
    expect(text).toContain('// who may do what');
    expect(text).toContain('// the one people talk to');
    rmSync(join(cwd, 'mortise.config.jsonc'));
    write(
      '# ours\nagents:\n  list:\n    - id: main # the one\n      tools:\n        allow: [read] # only this\n',
      'mortise.config.yaml',
    );
    const list = 'agents.list[0].tools.allow';
    expect(await mortise('allow', 'main', 'list_*', '--list', list)).toMatchObject({ exit: 0 });
    const yaml = readFileSync(join(cwd, 'mortise.config.yaml'), 'utf8');
    expect(yaml).toContain('# ours');
    expect(yaml).toContain('# the one');
    expect(yaml).toContain('allow: [read, list_*] # only this');
  });

  it('an edit that would break the configuration changes nothing', async () => {
    expect(await mortise('deny', 'main', '   ')).toMatchObject({ exit: 2 });
    expect(await mortise('deny', 'main', '   ', '--force')).toMatchObject({ exit: 3 });
    expect(readFileSync(join(cwd, 'mortise.config.jsonc'), 'utf8')).toBe(CONFIG);
  });

  it('call passes the gates a model passes', async () => {
    expect(await mortise('call', 'list_toolkits', '--agent', 'main')).toMatchObject({
      exit: 0,
      out: expect.stringContaining('Planning'),
    });
    expect(await mortise('call', 'list_toolkits', '--agent', 'quiet')).toMatchObject({
      exit: 1,
      err: expect.stringContaining('not_available'),
    });
    expect(await mortise('call', 'list_toolkits', '{bad', '--agent', 'main')).toMatchObject({
      exit: 2,
    });
  });
});

describe('the first minutes of an author', () => {
  it('scaffold, call once, check, pack: without a configuration', async () => {
    expect(await mortise('new', 'weather')).toMatchObject({ exit: 0 });
    const called = await mortise(
      'call',
      'count_words',
      '{"text":"a b c"}',
      '--extension',
      'weather',
    );
    expect(called).toMatchObject({ exit: 0, out: expect.stringMatching(/^ok .*\n3$/) });
    expect(await mortise('check', 'weather')).toMatchObject({
      exit: 0,
      out: expect.stringContaining('0 errors'),
    });
    expect(await mortise('pack', 'weather')).toMatchObject({
      exit: 0,
      out: expect.stringContaining('sha512-'),
    });
    expect(await mortise('call', 'x', '{}', '--extension', 'nowhere')).toMatchObject({ exit: 4 });
  }, 60_000);
});

describe('failures', () => {
  it('a missing configuration says what to do', async () => {
    expect(await mortise('tools', 'main')).toMatchObject({
      exit: 3,
      err: expect.stringContaining('mortise init'),
    });
  });

  it('a bad configuration is reported with its line, as text and as JSON', async () => {
    write('{\n  "agents": {\n    "main": { "alowed_toolkits": [] }\n  }\n}\n');
    expect(await mortise('check')).toMatchObject({
      exit: 3,
      err: expect.stringMatching(/mortise\.config\.jsonc:3:\d+.*unknown_key/s),
    });
    const { exit, out } = await mortise('check', '--json');
    expect(exit).toBe(3);
    expect(JSON.parse(out)).toMatchObject([{ code: 'unknown_key', line: 3 }]);
  });

  it.each([[['explian']], [['tools']], [['tools', 'main', '--nope']]])(
    '%j is a usage error that says what to type next',
    async (words) => {
      const { exit, err } = await mortise(...words);
      expect([exit, err]).toEqual([2, expect.stringMatching(/hint: See `mortise --help`/)]);
    },
  );

  it('`test` leads to where the tests of an extension are run', async () => {
    const { exit, err } = await mortise('test');
    expect([exit, err]).toEqual([
      2,
      expect.stringMatching(/hint: .*`npm test`.*`t` .*mortise dev/),
    ]);
    const { out } = await mortise('test', '--json');
    expect(JSON.parse(out)).toMatchObject({ error: { hint: expect.stringContaining('npm test') } });
  });

  it('an unknown command is a usage error with a suggestion', async () => {
    expect(await mortise('explian')).toMatchObject({
      exit: 2,
      err: expect.stringContaining('explain'),
    });
  });
});
