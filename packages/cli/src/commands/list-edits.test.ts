import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createHost, type Host } from '@mortise/host';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CliFault } from '../output/cli-fault.ts';
import { decideEdit, type ListRequest } from './list-edits.ts';

const EXTENSIONS = [
  ['weather', ['get_forecast', 'set_home_city'], ['set_home_city']],
  ['notes', ['note_add', 'note_read'], []],
] as const;

let root: string;
let file: string;
let host: Host;

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'mortise-lists-'));
  file = join(root, 'mortise.config.jsonc');
  writeFileSync(file, '{ "agents": { "main": {} } }');
  host = await createHost({
    config: file,
    extensions: EXTENSIONS.map(([id, tools, optional]) => ({
      id,
      source: `export default (api) => { ${tools
        .map(
          (
            name,
          ) => `api.registerTool({ name: '${name}', description: 'd', parameters: { type: 'object' },
            execute: async () => ({ content: [] }) }, { optional: ${(optional as readonly string[]).includes(name)} });`,
        )
        .join('\n')} }`,
      category: id === 'notes' ? 'Memory' : 'Web',
    })),
    tools: [
      {
        name: 'clock',
        description: 'Tells the time.',
        toolset: 'time',
        schema: { type: 'object' },
        execute: async () => ({ ok: true, value: '' }),
      },
    ],
  });
});
afterAll(async () => {
  await host.close();
  rmSync(root, { recursive: true, force: true });
});

async function configure(text: string, name = 'mortise.config.jsonc'): Promise<void> {
  file = join(root, name);
  writeFileSync(file, text);
  const proposal = await host.reload(file);
  if (proposal.status === 'refused') throw new Error(JSON.stringify(proposal.diagnostics));
}

async function activeOf(agent = 'main'): Promise<readonly string[]> {
  const { active } = await host.agent(agent).withoutSession().surface();
  return active.map(({ name }) => name).sort();
}

/** What a command line asks for, as a shell and the program would read it. */
function requestOf(line: string): ListRequest {
  const words = [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain);
  const [, kind, agentId = '', ...rest] = words;
  const at = rest.indexOf('--list');
  const list = at < 0 ? undefined : rest[at + 1];
  return {
    kind: kind === 'deny' ? 'deny' : 'allow',
    agentId,
    texts: rest.filter(
      (word) => word !== undefined && !word.startsWith('--') && word !== list,
    ) as string[],
    ...(list === undefined ? {} : { list }),
    removes: rest.includes('--remove'),
    isForced: rest.includes('--force'),
  };
}

/** Types a command; answers what it wrote, or throws as the command does. */
async function type(line: string): Promise<readonly string[]> {
  const text = readFileSync(file, 'utf8');
  const decision = await decideEdit({ host, text, fileName: file, env: {} }, requestOf(line));
  if (decision.status === 'done') return [];
  await configure(decision.edit.text, file.slice(root.length + 1));
  return decision.edit.candidate.lists;
}

async function faultOf(line: string): Promise<CliFault> {
  const before = readFileSync(file, 'utf8');
  const fault: unknown = await type(line).catch((error: unknown) => error);
  expect(readFileSync(file, 'utf8')).toBe(before);
  if (fault instanceof CliFault) return fault;
  throw new Error(`${line} was taken: ${String(fault)}`);
}

const agents = (main: object, rest: object = {}) => JSON.stringify({ agents: { main }, ...rest });
const LEAST = { tools: { profile: 'none', alsoAllow: [] } };

describe('allow, with the configuration that init writes (F-5b)', () => {
  it.each([
    ['a tool', 'get_forecast', ['get_forecast']],
    ['an optional tool', 'set_home_city', ['set_home_city']],
    ['a core tool', 'clock', ['clock']],
    ['in another case', ' Get_Forecast ', ['get_forecast']],
    ['an extension', 'weather', ['get_forecast', 'set_home_city']],
    ['plugin:', 'plugin:notes', ['note_add', 'note_read']],
    ['group:plugins', 'group:plugins', ['get_forecast', 'note_add', 'note_read', 'set_home_city']],
    ['group:core', 'group:core', ['clock']],
    ['a group of the operator', 'group:mine', ['clock', 'note_read', 'set_home_city']],
    ['a prefix', 'note_*', ['note_add', 'note_read']],
    ['a category', 'category:memory', ['note_add', 'note_read']],
    ['a toolset', 'toolset:time', ['clock']],
    ['everything that is not optional', '*', ['clock', 'get_forecast', 'note_add', 'note_read']],
  ])('%s makes exactly that active', async (_what, selector, then) => {
    const groups = { mine: ['clock', 'note_read', 'set_home_city'] };
    await configure(agents(LEAST, { groups }));
    expect(await activeOf()).toEqual([]);
    await type(`mortise allow main '${selector}'`);
    expect(await activeOf()).toEqual(then);
  });

  it('refuses what matches nothing, with the nearest name, unless it is forced', async () => {
    await configure(agents(LEAST));
    const fault = await faultOf('mortise allow main get_forcast');
    expect(fault).toMatchObject({ exit: 'usage', code: 'unmatched_selector' });
    expect(fault.message).toBe(
      'nothing matches "get_forcast": did you mean get_forecast?   nothing was changed',
    );
    expect((await faultOf('mortise deny main plugin:wether')).message).toContain('plugin:weather');
    await type('mortise allow main get_forcast --force');
    expect(readFileSync(file, 'utf8')).toContain('get_forcast');
    expect(await activeOf()).toEqual([]);
  });

  it('says that optional tools must be named, and which', async () => {
    await configure(agents(LEAST));
    const { code, hint } = await faultOf("mortise allow main 'set_*'");
    expect(code).toBe('needs_opt_in');
    await type(/`(.+)`/.exec(hint)?.[1] ?? '');
    expect(await activeOf()).toEqual(['set_home_city']);
  });

  it('writes nothing for what the agent has, and takes back what it gave', async () => {
    await configure(agents(LEAST));
    const before = readFileSync(file, 'utf8');
    expect(await type('mortise allow main clock')).toEqual(['agents.main.tools.alsoAllow']);
    expect(await type('mortise allow main clock')).toEqual([]);
    await type('mortise allow main CLOCK --remove');
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(JSON.parse(before));
  });
});

describe('allow, with another shape of configuration (F-5b)', () => {
  it.each([
    ['an empty allow list', agents({ tools: { allow: [] } })],
    ['a ceiling of a core tool', agents({ tools: { allow: ['clock'] } })],
    ['an opt-in under a profile', agents({ tools: { profile: 'none', allow: ['note_add'] } })],
    ['a profile for all', agents({}, { tools: { profile: 'none' } })],
    [
      'a profile for all, widened for all',
      agents({}, { tools: { profile: 'none', alsoAllow: ['note_add', 'clock'] } }),
    ],
    ['a static list', agents({ tools: ['clock'] })],
    ['a static list with overrides', agents({ tools: [{ clock: { zone: 'UTC' } }] })],
    ['a static list under a ceiling', agents({ tools: ['clock'], policy: { allow: ['clock'] } })],
    [
      'a static list under a profile',
      agents({ tools: ['clock'], policy: { profile: 'none', alsoAllow: ['clock'] } }),
    ],
    ['default tools', agents({}, { defaults: { tools: ['clock'] } })],
    [
      'default tools and rules',
      agents({ tools: { deny: ['note_add'] } }, { defaults: { tools: ['clock'] } }),
    ],
    ['a loadout', agents({ loadout: 'few' }, { loadouts: { few: { plugins: ['notes'] } } })],
    [
      'a loadout and rules',
      agents(
        { loadout: 'few', tools: { deny: ['note_add'] } },
        { loadouts: { few: { plugins: ['notes'] } } },
      ),
    ],
    [
      'toolkits',
      agents(
        { allowed_toolkits: ['kit'] },
        { toolkits: { kit: { tools: ['get_forecast', 'clock'] } } },
      ),
    ],
    [
      'agents in a list',
      JSON.stringify({
        agents: { list: [{ id: 'other' }, { id: 'main', tools: { profile: 'none' } }] },
      }),
    ],
    ['another spelling', agents({ tools: { profile: 'none', also_allow: ['clock'] } })],
  ])('%s: exactly the tool is added', async (_what, text) => {
    for (const tool of ['get_forecast', 'set_home_city']) {
      await configure(text);
      const before = await activeOf();
      await type(`mortise allow main ${tool}`);
      expect(await activeOf(), readFileSync(file, 'utf8')).toEqual(
        [...new Set([...before, tool])].sort(),
      );
    }
  });

  it.each([
    ['a ceiling for all', agents(LEAST, { tools: { allow: ['clock'] } })],
    ['an empty ceiling for all', agents(LEAST, { tools: { allow: [] } })],
    ['its own deny', agents({ tools: { profile: 'none', deny: ['get_*', 'clock'] } })],
    ['a deny for all', agents(LEAST, { tools: { deny: ['weather'] } })],
    ['a ceiling over plugins', agents({ ...LEAST, plugins: ['notes'] })],
    [
      'two ceilings and a deny',
      agents({ ...LEAST, plugins: [] }, { tools: { allow: ['clock'], deny: ['get_forecast'] } }),
    ],
    [
      'its parent',
      JSON.stringify({
        agents: { boss: { tools: { profile: 'none' } }, main: { parent: 'boss', ...LEAST } },
      }),
    ],
  ])(
    '%s stands in the way: the line is named, and the commands in their order lead there',
    async (_what, text) => {
      await configure(text);
      const fault = await faultOf('mortise allow main get_forecast');
      expect(fault.code).toBe('still_blocked');
      expect(fault.message).toMatch(/ at \S+, \S+mortise\.config\.jsonc:1\n/);
      const commands = [...fault.message.matchAll(/to change it: (mortise .+)/g)];
      expect(commands.length).toBeGreaterThan(0);
      for (const [, line = ''] of commands) await type(line);
      expect(await activeOf()).toContain('get_forecast');
    },
  );

  it('refuses an edit that changes more than was asked for', async () => {
    const shared = 'list: &l [clock]\n';
    await configure(
      `groups:\n  x: &l [clock]\nagents:\n  main:\n    tools: { allow: *l }\n  other:\n    tools: { allow: *l }\n`,
      'shared.yaml',
    );
    expect(shared).toContain('&l');
    await type('mortise allow main get_forecast');
    expect(await activeOf('main')).toEqual(['clock', 'get_forecast']);
    expect(await activeOf('other')).toEqual(['clock']);
  });
});

describe('deny and --remove (F-5b)', () => {
  it('denies in every shape, and takes the rule back', async () => {
    for (const text of [
      agents({}),
      agents({ tools: ['clock', 'note_add'] }),
      agents({ loadout: 'full' }),
    ]) {
      await configure(text);
      const before = await activeOf();
      await type('mortise deny main note_*');
      expect(await activeOf()).toEqual(before.filter((tool) => !tool.startsWith('note_')));
      await type('mortise deny main note_* --remove');
      expect(await activeOf()).toEqual(before);
    }
  });

  it('removes the last entry of an opt-in with its list, which would close everything', async () => {
    await configure(agents({ tools: { allow: ['set_home_city'] } }));
    const before = await activeOf();
    await type('mortise allow main set_home_city --remove');
    expect(await activeOf()).toEqual(before.filter((tool) => tool !== 'set_home_city'));
  });

  it('removes the last entry of a ceiling and leaves it closed', async () => {
    await configure(agents({ tools: { allow: ['clock'] } }));
    await type('mortise allow main clock --remove');
    expect(await activeOf()).toEqual([]);
  });

  it('says what stands there when the entry does not', async () => {
    await configure(agents({ tools: { deny: ['clock'] } }));
    expect(await faultOf('mortise deny main clok --remove')).toMatchObject({
      code: 'entry_missing',
      hint: 'Did you mean "clock"?',
    });
  });

  it.each(['extensions', 'mcp_servers.x', 'tools', '', '__proto__.x'])(
    'edits no list at %j',
    async (path) => {
      await configure(agents(LEAST));
      expect(await faultOf(`mortise allow main clock --list '${path}'`)).toMatchObject({
        exit: expect.any(String),
      });
    },
  );
});
