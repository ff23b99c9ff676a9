import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { exceptCall } from './except-call.ts';

const YAML = `# who may what
tools:
  rules:
    # what leaves the house
    - tools: [send] # mail
      when: { required: [to] } # to whom
      then: ask
    - tools: [wipe]
      then: ask
`;

describe('an exception of a rule that asks (T-4)', () => {
  const args = { to: 'ana', list: [1, null] };
  const call = { agent: 'main', tool: 'send', args };

  it('stands in the rule, for exactly this call of this agent, and the comments stay', () => {
    const once = exceptCall(YAML, 'c.yaml', { rule: 'tools.rules[0]', ...call });
    for (const comment of ['# who may what', '# what leaves the house', '# mail', '# to whom']) {
      expect(once).toContain(comment);
    }
    const twice = exceptCall(once, 'c.yaml', { rule: 'tools.rules[0]', ...call, args: {} });
    expect(twice).toMatch(
      /except:\s+- agent: main\s+tool: send\s+args:\s+to: ana\s+list:\s+- 1\s+- null\s+- agent: main\s+tool: send\s+args: \{\}/,
    );
  });

  it.each([
    { except: undefined, then: [call] },
    { except: [{ ...call, agent: 'other' }], then: [{ ...call, agent: 'other' }, call] },
  ])('is added to $except', ({ except, then }) => {
    const rule = { tools: ['send'], when: { required: ['to'] }, then: 'ask' };
    const written = except === undefined ? rule : { ...rule, except };
    const before = JSON.stringify({ agents: { main: { tools: { rules: [written] } } } }, null, 2);
    const after = exceptCall(before, 'c.json', { rule: 'agents.main.tools.rules[0]', ...call });
    expect(JSON.parse(after).agents.main.tools.rules[0]).toEqual({ ...rule, except: then });
  });

  const allow = { tools: ['send'], when: { const: args }, then: 'allow' };

  it.each([
    { agents: undefined, rule: 'tools.rulesDefault' },
    { agents: { main: null }, rule: 'tools.rulesDefault' },
    { agents: { main: {} }, rule: 'tools.gates.external' },
    { agents: { main: { tools: { deny: ['x'] } } }, rule: 'tools.gates.external' },
  ])('is a rule of the agent where a default asks, with agents $agents', ({ agents, rule }) => {
    const tools = { rulesDefault: 'ask', gates: { external: 'ask' } };
    const before = { tools, ...(agents === undefined ? {} : { agents }) };
    for (const name of ['c.json', 'c.yaml']) {
      const once = exceptCall(JSON.stringify(before), name, { rule, ...call });
      const read = parse(once) as typeof before & { agents: { main: { tools: object } } };
      expect(read.tools).toEqual(tools);
      expect(read.agents.main.tools).toMatchObject({ ...agents?.main?.tools, rules: [allow] });
      const twice = exceptCall(once, name, { rule, ...call, args: {} });
      const rules = [allow, { ...allow, when: { const: {} } }];
      expect(parse(twice)).toMatchObject({ agents: { main: { tools: { rules } } } });
    }
  });

  it('is refused where the rule is gone, or the agent has a plain list', () => {
    const gone = () => exceptCall(YAML, 'c.yaml', { rule: 'tools.rules[7]', ...call });
    expect(gone).toThrow(/has no tools\.rules\[7\]/);
    const list =
      '{ "tools": { "rulesDefault": "ask" }, "agents": { "main": { "tools": ["send"] } } }';
    expect(() => exceptCall(list, 'c.json', { rule: 'tools.rulesDefault', ...call })).toThrow(
      /is a list/,
    );
  });
});
