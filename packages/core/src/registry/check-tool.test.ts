import { resolveLimits, type ToolDescription, type ToolOrigin } from '@mortise/contracts';
import { describe, expect, it } from 'vitest';
import { checkTool } from './check-tool.ts';

const CORE: ToolOrigin = { kind: 'core' };
const LIMITS_IN_FORCE = resolveLimits();
const PLAIN = { name: 'plain', description: 'Does it', schema: { type: 'object' } };

const check = (parts: object, origin: ToolOrigin = CORE) =>
  checkTool({ tool: { ...PLAIN, ...parts } as ToolDescription, origin }, LIMITS_IN_FORCE);

describe('what somebody offers as a tool', () => {
  it.each([
    { when: 'an alias is null', parts: { aliases: [null] } },
    { when: 'aliases are a text', parts: { aliases: 'abc' } },
    { when: 'an alias is no name', parts: { aliases: ['has space'] } },
    { when: 'an alias is __proto__', parts: { aliases: ['__proto__'] } },
    { when: 'an alias is reserved for MCP', parts: { aliases: ['mcp__x__y'] } },
    { when: 'the toolset is a number', parts: { toolset: 5 } },
    { when: 'the toolset is blank', parts: { toolset: ' ' } },
    { when: 'the category is a list', parts: { category: ['Git'] } },
    { when: 'maxResultChars is negative', parts: { maxResultChars: -1 } },
    { when: 'maxResultChars is not a number', parts: { maxResultChars: Number.NaN } },
    { when: 'maxResultChars is a text', parts: { maxResultChars: '5' } },
    { when: 'timeoutMs is 0', parts: { timeoutMs: 0 } },
    { when: 'timeoutMs is not a number', parts: { timeoutMs: Number.NaN } },
    { when: 'capabilities are a text', parts: { capabilities: 'network' } },
    { when: 'capabilities hold a circle', parts: { capabilities: circle() } },
  ])('is refused when $when', ({ parts }) => {
    expect(check(parts)).toMatchObject({ status: 'refused', code: 'tool_invalid' });
  });

  it.each<{ id: unknown }>([{ id: 5 }, { id: '' }, { id: ' ' }, { id: null }])(
    'is refused from an extension called $id',
    ({ id }) => {
      const origin = { kind: 'extension', id } as ToolOrigin;
      expect(check({}, origin)).toMatchObject({ status: 'refused', code: 'tool_invalid' });
    },
  );

  it.each<{ origin: ToolOrigin; isIncluded: boolean }>([
    { origin: CORE, isIncluded: true },
    { origin: { kind: 'extension', id: 'pushy' }, isIncluded: false },
  ])('is always included only from the core (L-11): $origin.kind', ({ origin, isIncluded }) => {
    const checked = check({ alwaysInclude: true }, origin);
    expect(checked.status === 'ok' && checked.entry.alwaysInclude === true).toBe(isIncluded);
  });

  it('is refused, not thrown over, when reading it throws', () => {
    const trap = new Proxy(PLAIN, {
      get: () => {
        throw new Error('no');
      },
    });
    expect(checkTool({ tool: trap, origin: CORE }, LIMITS_IN_FORCE)).toMatchObject({
      code: 'tool_invalid',
    });
  });

  it('may be an instance of a class with getters', () => {
    class Echo {
      get name() {
        return 'echo';
      }
      get description() {
        return 'Echoes';
      }
      get schema() {
        return { type: 'object' };
      }
    }
    expect(checkTool({ tool: new Echo(), origin: CORE }, LIMITS_IN_FORCE)).toMatchObject({
      entry: { name: 'echo', description: 'Echoes', schema: { type: 'object' } },
    });
  });

  it('is read once: a name that changes afterwards is not looked at', () => {
    let reads = 0;
    const tool = {
      ...PLAIN,
      get name() {
        reads += 1;
        return reads === 1 ? 'first' : '__proto__';
      },
    };
    expect(checkTool({ tool, origin: CORE }, LIMITS_IN_FORCE)).toMatchObject({
      entry: { name: 'first' },
    });
  });

  it('leaves nothing of its giver in the entry', () => {
    const capabilities = { network: { allowedHosts: ['good.example'] } };
    const annotations = { title: 'Plain' };
    const checked = check({ capabilities, annotations, helper: () => 1, secret: 'x' });
    capabilities.network.allowedHosts.push('evil.example');
    annotations.title = 'Changed';
    expect(checked).toEqual({
      status: 'ok',
      entry: {
        ...PLAIN,
        origin: CORE,
        aliases: [],
        isOptional: false,
        capabilities: { network: { allowedHosts: ['good.example'] } },
        annotations: { title: 'Plain' },
      },
    });
  });
});

function circle(): object {
  const storage: Record<string, unknown> = {};
  storage['storage'] = storage;
  return storage;
}
