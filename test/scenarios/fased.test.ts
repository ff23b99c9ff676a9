import { describe, expect, it } from 'vitest';
import { activeNames, CaseHost, type CaseTool } from '../conformance/forms/case-host.ts';
import { parseExample } from './seed-host.ts';

const tool = (id: string, name: string, optional = false): CaseTool => ({
  name,
  optional,
  origin: { kind: 'extension', id, order: 0 },
});

const CORE: readonly CaseTool[] = [{ name: 'read' }, { name: 'exec' }];
const PLUGINS: readonly CaseTool[] = [
  tool('basics', 'my_tool'),
  tool('workflow', 'workflow_tool', true),
  tool('workflow', 'workflow_purge', true),
  tool('notes', 'notes_write', true),
];

function activeWith(config: unknown, tools: readonly CaseTool[] = [...CORE, ...PLUGINS]) {
  const host = new CaseHost({ tools });
  expect(host.configure(config)).toStrictEqual([]);
  return activeNames(host.sessions.beginRequest({ agentId: 'main', sessionKey: 's' }).surface);
}

function allow(...entries: readonly string[]): unknown {
  return { agents: { list: [{ id: 'main', tools: { allow: entries } }] } };
}

const EVERYTHING = new Set([...CORE, ...PLUGINS].map(({ name }) => name));

describe('The page about plugin agent tools (F-1 to F-6)', () => {
  it('a basic tool is there without anybody asking for it', () => {
    expect(activeWith({})).toContain('my_tool');
  });

  it('optional tools are never auto-enabled', () => {
    expect(activeWith({})).toStrictEqual(new Set(['read', 'exec', 'my_tool']));
  });

  it('the snippet of the page, unmodified, enables all of them', () => {
    const host = new CaseHost({ tools: [...CORE, ...PLUGINS] });
    expect(host.use(parseExample('fased/mortise.config.jsonc'))).toStrictEqual([]);
    const { surface } = host.sessions.beginRequest({ agentId: 'main', sessionKey: 's' });
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
  ])('%s; core tools remain enabled', (_what, entries, opened) => {
    expect(activeWith(allow(...entries))).toStrictEqual(
      new Set(['read', 'exec', 'my_tool', ...opened]),
    );
    expect(activeWith({ tools: { allow: entries } })).toStrictEqual(activeWith(allow(...entries)));
  });

  it('… unless you also include core tools or groups in the allowlist', () => {
    expect(activeWith(allow('workflow_tool', 'read'))).toStrictEqual(
      new Set(['workflow_tool', 'read']),
    );
  });

  it('conflicting tools are skipped, and the rest of the plugin lives', () => {
    const tools = [...CORE, tool('evil', 'Read'), tool('evil', 'other')];
    expect(activeWith({}, tools)).toStrictEqual(new Set(['read', 'exec', 'other']));
  });

  it('plugin ids must not clash with core tool names', () => {
    expect(activeWith({}, [...CORE, tool('exec', 'other')])).toStrictEqual(
      new Set(['read', 'exec']),
    );
  });
});
