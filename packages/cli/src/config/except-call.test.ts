import { describe, expect, it } from 'vitest';
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

  it('stands in the rule, for exactly these arguments, and the comments stay', () => {
    const once = exceptCall(YAML, 'c.yaml', { rule: 'tools.rules[0]', tool: 'send', args });
    expect(once).toContain('# who may what');
    expect(once).toContain('# what leaves the house');
    expect(once).toContain('# mail');
    const twice = exceptCall(once, 'c.yaml', { rule: 'tools.rules[0]', tool: 'send', args: {} });
    expect(twice).toMatch(/not:\s+enum:\s+- to: ana\s+list:\s+- 1\s+- null\s+- \{\}/);
  });

  it('makes a condition of a rule that has none', () => {
    const text = exceptCall(YAML, 'c.yaml', { rule: 'tools.rules[1]', tool: 'wipe', args });
    expect(text).toMatch(/tools: \[wipe\]\s+then: ask\s+when:\s+not:\s+enum:/);
  });

  it.each([
    { when: undefined, then: { not: { enum: [args] } } },
    { when: true, then: { not: { enum: [args] } } },
    { when: { required: ['to'] }, then: { required: ['to'], not: { enum: [args] } } },
    { when: { not: { enum: [{}] } }, then: { not: { enum: [{}, args] } } },
    {
      when: { not: { required: ['a'] } },
      then: { not: { required: ['a'] }, allOf: [{ not: { enum: [args] } }] },
    },
    {
      when: { not: {}, allOf: [true] },
      then: { not: {}, allOf: [true, { not: { enum: [args] } }] },
    },
  ])('only takes calls out of $when', ({ when, then }) => {
    const rule = { tools: ['send'], ...(when === undefined ? {} : { when }), then: 'ask' };
    const before = JSON.stringify({ agents: { main: { tools: { rules: [rule] } } } }, null, 2);
    const after = exceptCall(before, 'c.json', {
      ...{ rule: 'agents.main.tools.rules[0]', tool: 'send', args },
    });
    expect(JSON.parse(after).agents.main.tools.rules[0].when).toEqual(then);
  });

  it('is a rule of its own where a default asks', () => {
    const before = '{ "tools": { "rulesDefault": "ask" } }';
    const asked = { rule: 'tools.rulesDefault', tool: 'send', args };
    const once = exceptCall(before, 'c.json', asked);
    const allow = { tools: ['send'], when: { const: args }, then: 'allow' };
    expect(JSON.parse(once).tools).toEqual({ rulesDefault: 'ask', rules: [allow] });
    const twice = exceptCall(once, 'c.json', { ...asked, args: {} });
    expect(JSON.parse(twice).tools.rules).toEqual([allow, { ...allow, when: { const: {} } }]);
  });

  it('is refused where the rule is gone', () => {
    expect(() =>
      exceptCall(YAML, 'c.yaml', { rule: 'tools.rules[7]', tool: 'send', args }),
    ).toThrow(/has no tools\.rules\[7\]/);
  });
});
