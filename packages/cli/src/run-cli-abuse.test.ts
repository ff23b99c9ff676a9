import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runCli } from './run-cli.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'mortise-abuse-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

async function mortise(argv: readonly string[], cwd = root, signal = AbortSignal.abort()) {
  const out: string[] = [];
  const err: string[] = [];
  const exit = await runCli(argv, {
    cwd,
    env: {},
    terminal: { out: (text) => out.push(text), err: (text) => err.push(text), hasColour: false },
    signal,
    onReload: () => () => undefined,
  });
  return { exit, out, err: err.join('\n') };
}

const write = (name: string, text: string) => writeFileSync(join(root, name), text);
const read = (name: string) => readFileSync(join(root, name), 'utf8');
const AGENTS = '{ "agents": { "main": {} } }';

function writeExtension(at: string, version = '1.0.0', extra: object = {}): void {
  mkdirSync(join(root, at), { recursive: true });
  const manifest = { id: 'weather', version, entry: 'index.js', ...extra };
  write(join(at, 'mortise.json'), JSON.stringify(manifest));
  write(
    join(at, 'index.js'),
    `export default (api) => api.registerTool({ name: 'forecast', description: 'w',
      parameters: { type: 'object' }, execute: async () => ({ content: [] }) });`,
  );
}

describe('mortise --json', () => {
  it.each([
    ['no command', []],
    ['an unknown command', ['bogus']],
    ['a missing argument', ['tools']],
    ['an unknown option', ['tools', 'main', '--nope']],
    ['a bad port', ['serve', '--port', 'abc']],
    ['a port too high', ['serve', '--port', '70000']],
    ['a file that is not there', ['tools', 'main', '--config', 'nope/x.yaml']],
    ['a folder that is no extension', ['dev', 'nope', '--once']],
  ])('prints one value for %s and says that it failed', async (_what, argv) => {
    write('mortise.config.json', AGENTS);
    const { exit, out } = await mortise([...argv, '--json']);
    expect([2, 3, 4]).toContain(exit);
    expect(out).toHaveLength(1);
    expect(JSON.parse(out[0] ?? '')).toBeTypeOf('object');
    expect(existsSync(join(root, 'nope'))).toBe(false);
  });

  it('prints one value for serve, which a script can read where to connect', async () => {
    write('mortise.config.json', AGENTS);
    const { exit, out } = await mortise(['serve', '--port', '0', '--json']);
    expect(exit).toBe(0);
    expect(out).toHaveLength(1);
    expect(JSON.parse(out[0] ?? '')).toMatchObject({
      mcp: { main: expect.stringContaining('/mcp/') },
    });
  });

  it('prints one value for dev --once', async () => {
    writeExtension('weather');
    const { exit, out } = await mortise(['dev', 'weather', '--once', '--json']);
    expect(exit).toBe(0);
    expect(out).toHaveLength(1);
    expect(JSON.parse(out[0] ?? '')).toMatchObject([{ id: 'weather', tools: ['forecast'] }]);
  });
});

describe('what a machine refuses', () => {
  it('is not called a bug of Mortise', async () => {
    write('taken', '');
    write('mortise.config.json', AGENTS);
    const { exit, err } = await mortise(['build', '--out', 'taken/dist', 'x'], root);
    expect(exit).not.toBe(70);
    writeExtension('weather');
    const built = await mortise(['build', 'weather', '--out', 'taken/dist']);
    expect(built).toMatchObject({ exit: 5, err: expect.stringContaining('taken') });
    expect(err + built.err).not.toContain('bug');
  });

  it('is a lock file that cannot be read', async () => {
    write('mortise.config.json', '{ "agents": { "main": {} }, "extensions": ["./weather"] }');
    writeExtension('weather');
    write('mortise.lock', '{');
    expect(await mortise(['tools', 'main'])).toMatchObject({ exit: 3 });
  });
});

describe('edits', () => {
  it.each([
    ['n.yaml', 'agents:\n  main:\n'],
    ['n.yaml', 'agents:\n  main: ~ # nothing yet\n'],
    ['n.json', '{"agents":{"main":null}}'],
    ['n.json', '{"agents":{"main":{"tools":{"deny":null}}}}'],
    ['n.yaml', 'agents:\n  list:\n    - id: main\n'],
    ['n.yaml', 'agents: { main: { tools: { deny: [] } } }\n'],
  ])('write a rule into %s with %j', async (name, text) => {
    write(name, text);
    const { exit, err } = await mortise(['deny', 'main', 'load_*', '--config', name]);
    // A value that the configuration itself refuses is refused, and never a crash.
    expect([0, 3], err).toContain(exit);
    if (exit === 3) expect(read(name)).toBe(text);
    else expect(read(name)).toContain('load_*');
  });

  it.each([
    ['c.yaml', '# one\r\nagents:\r\n  main:\r\n    tools:\r\n      deny: []\r\n'],
    ['c.jsonc', '{\r\n  // one\r\n  "agents": { "main": { "tools": { "deny": [], }, } },\r\n}\r\n'],
  ])('keep the line ends of %s', async (name, text) => {
    write(name, text);
    expect(await mortise(['deny', 'main', 'load_*', '--config', name])).toMatchObject({ exit: 0 });
    expect(read(name)).toContain('load_*');
    expect(read(name).replaceAll('\r\n', '')).not.toContain('\n');
  });

  it('refuse a file with mistakes and leave it', async () => {
    write('b.yaml', 'agents: {main: [}\n');
    expect(await mortise(['deny', 'main', 'x', '--config', 'b.yaml'])).toMatchObject({ exit: 3 });
    expect(read('b.yaml')).toBe('agents: {main: [}\n');
  });

  it('write through a link to the file it points to', async () => {
    write('real.json', AGENTS);
    symlinkSync(join(root, 'real.json'), join(root, 'link.json'));
    expect(await mortise(['deny', 'main', 'load_*', '--config', 'link.json'])).toMatchObject({
      exit: 0,
    });
    expect(lstatSync(join(root, 'link.json')).isSymbolicLink()).toBe(true);
    expect(read('real.json')).toContain('load_*');
  });
});

describe('add, approve and remove', () => {
  beforeEach(() => write('mortise.config.jsonc', `${AGENTS} // ours\n`));

  it('take paths from where the user stands, and write them from where the file is', async () => {
    mkdirSync(join(root, 'sub'));
    writeExtension('sub/weather');
    const sub = join(root, 'sub');
    expect(await mortise(['add', './weather'], sub)).toMatchObject({ exit: 0 });
    expect(read('mortise.config.jsonc')).toContain('"./sub/weather"');
    expect(read('mortise.config.jsonc')).toContain('// ours');
    expect(await mortise(['tools', 'main'])).toMatchObject({
      exit: 0,
      out: [expect.stringContaining('forecast')],
    });
    expect(await mortise(['remove', 'weather'])).toMatchObject({ exit: 0 });
    expect(read('mortise.config.jsonc')).not.toContain('weather');
    expect(read('mortise.lock')).not.toContain('weather');
  });

  it('install nothing when the configuration cannot be edited', async () => {
    writeExtension('weather');
    rmSync(join(root, 'mortise.config.jsonc'));
    write('mortise.config.json5', AGENTS);
    expect(await mortise(['add', './weather'])).toMatchObject({ exit: 2 });
    expect(existsSync(join(root, 'mortise.lock'))).toBe(false);
  });

  it('leave an extension that the rest of the configuration needs, and say what still names one (F-5b)', async () => {
    writeExtension('weather');
    const config = (tools: string[]) =>
      write(
        'mortise.config.json',
        JSON.stringify({
          ...{ extensions: ['./weather'], toolkits: { sky: { description: 'd', tools } } },
          agents: { main: { tools: { profile: 'none', alsoAllow: ['forecast'] } } },
        }),
      );
    rmSync(join(root, 'mortise.config.jsonc'));
    config(['forecast']);
    const before = read('mortise.config.json');
    expect(await mortise(['remove', 'weather'])).toMatchObject({ exit: 3 });
    expect(read('mortise.config.json')).toBe(before);
    config([]);
    const removed = await mortise(['remove', 'weather']);
    const command = 'mortise allow main forecast --remove';
    expect(removed).toMatchObject({ exit: 0, out: [expect.stringContaining(command)] });
    expect(await mortise(command.split(' ').slice(1))).toMatchObject({ exit: 0 });
    expect(read('mortise.config.json')).not.toContain('forecast');
  });

  it('approve says why code that changed could not be looked at', async () => {
    writeExtension('weather');
    await mortise(['add', './weather', '--grant', 'none']);
    write('weather/index.js', "throw new Error('broken at its top');");
    const { exit, err } = await mortise(['approve', 'weather']);
    expect([exit, err]).toEqual([4, expect.stringContaining('broken at its top')]);
  });

  it('approve no update without which the rest of the configuration could not be used', async () => {
    writeExtension('weather');
    rmSync(join(root, 'mortise.config.jsonc'));
    const toolkits = { sky: { description: 'd', tools: ['forecast'] } };
    write(
      'mortise.config.json',
      JSON.stringify({ agents: { main: {} }, toolkits, extensions: ['./weather'] }),
    );
    expect(await mortise(['add', './weather'])).toMatchObject({ exit: 0 });
    write('weather/index.js', 'export default () => {};');
    const shown = await mortise(['update']);
    const hash = /--hash (sha256-\w+)/.exec(shown.out.join('\n'))?.[1] ?? '';
    expect(await mortise(['approve', 'weather', '--hash', hash])).toMatchObject({ exit: 3 });
    expect(await mortise(['tools', 'main'])).toMatchObject({ exit: 0 });
  });

  it('remove one that failed to load', async () => {
    write('mortise.config.jsonc', '{ "agents": { "main": {} }, "extensions": ["./gone"] }');
    expect(await mortise(['remove', './gone'])).toMatchObject({ exit: 0 });
    expect(read('mortise.config.jsonc')).not.toContain('gone');
  });

  it('say in their exit code that something failed', async () => {
    write('mortise.config.jsonc', '{ "agents": { "main": {} }, "extensions": ["./gone"] }');
    expect(await mortise(['update'])).toMatchObject({ exit: 4 });
  });
});

describe('the state folder', () => {
  it.each([
    ['an option', ['--state-dir', 'elsewhere'], AGENTS],
    ['the configuration', [], '{ "stateDir": "elsewhere", "agents": { "main": {} } }'],
  ])('is where %s says, and nothing lies beside the configuration', async (_from, words, text) => {
    write('mortise.config.json', text);
    expect(await mortise(['tools', 'main', ...words])).toMatchObject({ exit: 0 });
    expect(existsSync(join(root, 'elsewhere', 'state.db'))).toBe(true);
    expect(existsSync(join(root, '.mortise'))).toBe(false);
  });

  it('is refused with a code and a next step if it cannot be one', async () => {
    write('mortise.config.json', AGENTS);
    write('taken', '');
    const { exit, err } = await mortise(['tools', 'main', '--state-dir', 'taken']);
    expect(exit).toBe(5);
    expect(err).toContain('state_dir_no_folder');
    expect(err).toContain('--state-dir');
  });
});

describe('mortise mcp', () => {
  it('writes nothing of its own to standard output', async () => {
    write('mortise.config.json', AGENTS);
    const { out } = await mortise(['mcp', '--agent', 'main']);
    expect(out).toEqual([]);
  });
});
