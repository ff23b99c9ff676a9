import { describe, expect, it } from 'vitest';
import { activeNames, CaseHost, type CaseTool } from '../conformance/forms/case-host.ts';
import { parseExample } from './seed-host.ts';

const tool = (id: string, name: string, optional = false): CaseTool => ({
  name,
  optional,
  origin: { kind: 'extension', id },
});

const CORE: readonly CaseTool[] = [{ name: 'read' }, { name: 'exec' }];
const PLUGINS: readonly CaseTool[] = [
  tool('basics', 'my_tool'),
  tool('workflow', 'workflow_tool', true),
  tool('workflow', 'workflow_purge', true),
  tool('notes', 'notes_write', true),
];

async function activeWith(config: unknown, tools: readonly CaseTool[] = [...CORE, ...PLUGINS]) {
  const host = new CaseHost({ tools });
  expect(host.configure(config)).toStrictEqual([]);
  const { surface } = await host.sessions.beginRequest({ agentId: 'main', sessionKey: 's' });
  return activeNames(surface);
}

function allow(...entries: readonly string[]): unknown {
  return { agents: { list: [{ id: 'main', tools: { allow: entries } }] } };
}

const EVERYTHING = new Set([...CORE, ...PLUGINS].map(({ name }) => name));

describe('The page about plugin agent tools (F-1 to F-6)', () => {
  it('a basic tool is there without being asked for', async () => {
    expect(await activeWith({})).toContain('my_tool');
  });

  it('optional tools are never auto-enabled', async () => {
    expect(await activeWith({})).toStrictEqual(new Set(['read', 'exec', 'my_tool']));
  });

  it('the snippet of the page, unmodified, enables all of them', async () => {
    const host = new CaseHost({ tools: [...CORE, ...PLUGINS] });
    expect(host.use(parseExample('fased/mortise.config.jsonc'))).toStrictEqual([]);
    const { surface } = await host.sessions.beginRequest({ agentId: 'main', sessionKey: 's' });
    expect(activeNames(surface)).toStrictEqual(EVERYTHING);
  });

  it.each([
    ['a specific tool name', ['workflow_tool'], ['workflow_tool']],
    [
      'a plugin id enables all tools of that plugin',
      ['workflow'],
      ['workflow_tool', 'workflow_purge'],
    ],
    [
      'group:plugins is all plugin tools',
      ['group:plugins'],
      ['workflow_tool', 'workflow_purge', 'notes_write'],
    ],
  ])('%s; core tools remain enabled', async (_what, entries, opened) => {
    expect(await activeWith(allow(...entries))).toStrictEqual(
      new Set(['read', 'exec', 'my_tool', ...opened]),
    );
    expect(await activeWith({ tools: { allow: entries } })).toStrictEqual(
      await activeWith(allow(...entries)),
    );
  });

  it('… unless you also include core tools or groups in the allowlist', async () => {
    expect(await activeWith(allow('workflow_tool', 'read'))).toStrictEqual(
      new Set(['workflow_tool', 'read']),
    );
  });

  it('conflicting tools are skipped, and the rest of the plugin lives', async () => {
    const tools = [...CORE, tool('evil', 'Read'), tool('evil', 'other')];
    expect(await activeWith({}, tools)).toStrictEqual(new Set(['read', 'exec', 'other']));
  });

  it('plugin ids must not clash with core tool names', async () => {
    expect(await activeWith({}, [...CORE, tool('exec', 'other')])).toStrictEqual(
      new Set(['read', 'exec']),
    );
  });
});
