import { MortiseError, type Tool } from '@mortise/contracts';
import { describe, expect, it } from 'vitest';
import { makeContext, makeTool } from '../testing/core-fixtures.ts';
import { DefaultToolRegistry } from './default-tool-registry.ts';

const call = (name: string, args: unknown = {}) => ({ toolCallId: `id-${name}`, name, args });

describe('the registry (E-1)', () => {
  it('finds, lists and forgets tools by name', () => {
    const registry = new DefaultToolRegistry();
    const read = makeTool('read', { toolset: 'files' });
    registry.registerAll([read, makeTool('exec', { toolset: 'shell' })]);
    expect(registry.get('read')).toBe(read);
    expect(registry.getForToolset('files')).toEqual([read]);
    registry.unregister('read');
    registry.unregister('never-there');
    expect(registry.get('read')).toBeUndefined();
    expect(registry.getAvailable().map(({ name }) => name)).toEqual(['exec']);
  });

  it('registers all or nothing', () => {
    const registry = new DefaultToolRegistry();
    const tools = [makeTool('a'), makeTool('b'), makeTool('has space')];
    expect(() => registry.registerAll(tools)).toThrow(MortiseError);
    expect(registry.toDefinitions()).toEqual([]);
  });

  it('snapshots what it was given', () => {
    const registry = new DefaultToolRegistry();
    const schema = { type: 'object', properties: { a: { type: 'string' } } };
    registry.register(makeTool('a', { schema }));
    schema.properties.a.type = 'number';
    expect(registry.toDefinitions()[0]?.parameters).toEqual({
      type: 'object',
      properties: { a: { type: 'string' } },
    });
  });
});

describe('hostile names (L-4, L-13)', () => {
  it.each([
    '__proto__',
    'has space',
    'a'.repeat(65),
    'mcp__x',
    'MCP__gh__x',
    '',
    '1st',
    'ünï',
    'a\n',
  ])('refuses %j with a code and a hint', (name) => {
    const registry = new DefaultToolRegistry();
    const refused = catchError(() => registry.register(makeTool(name)));
    expect(refused).toMatchObject({ code: 'tool_name_invalid' });
    expect(refused?.hint).toContain('Start with a letter');
    expect(registry.get(name)).toBeUndefined();
    expect(registry.toDefinitions()).toEqual([]);
  });

  it.each(['constructor', 'toString', 'hasOwnProperty', 'valueOf', 'then'])(
    'treats %s as a name like any other',
    async (name) => {
      const registry = new DefaultToolRegistry();
      expect(registry.get(name)).toBeUndefined();
      const [unknown] = await registry.executeParallel([call(name)], makeContext());
      expect(unknown?.result).toMatchObject({
        ok: false,
        code: 'not_available',
        error: `Unknown tool: ${name}`,
      });
      registry.register(makeTool(name));
      const [known] = await registry.executeParallel([call(name)], makeContext());
      expect(known?.result).toEqual({ ok: true, value: `${name} done` });
    },
  );

  it('skips a bad tool of an extension, reports it, and keeps its neighbours', () => {
    const registry = new DefaultToolRegistry();
    registry.register(makeTool('read'));
    registry.register(makeTool('has space'), { pluginId: 'ext' });
    registry.register(makeTool('Read'), { pluginId: 'ext' });
    registry.register(makeTool('fine'), { pluginId: 'ext' });
    expect(registry.toDefinitions().map(({ name }) => name)).toEqual(['read', 'fine']);
    expect(registry.diagnostics.map(({ code, subject }) => `${code}:${subject}`)).toEqual([
      'tool_name_invalid:has space',
      'core_name_clash:Read',
    ]);
  });

  it.each([
    {
      what: 'no schema',
      tool: makeTool('a', { schema: undefined as never }),
      code: 'schema_invalid',
    },
    { what: 'a cyclic schema', tool: makeTool('a', { schema: cyclic() }), code: 'schema_invalid' },
    {
      what: 'a schema of strings',
      tool: makeTool('a', { schema: { type: 'string' } }),
      code: 'schema_invalid',
    },
    { what: 'a deep schema', tool: makeTool('a', { schema: deep(40) }), code: 'schema_invalid' },
    {
      what: 'a huge schema',
      tool: makeTool('a', { schema: { x: 'y'.repeat(70_000) } }),
      code: 'schema_invalid',
    },
    {
      what: 'no description',
      tool: makeTool('a', { description: undefined as never }),
      code: 'tool_invalid',
    },
    {
      what: 'no execute',
      tool: makeTool('a', { execute: undefined as never }),
      code: 'tool_invalid',
    },
    { what: 'null', tool: null as unknown as Tool, code: 'tool_invalid' },
  ])('refuses a tool with $what', ({ tool, code }) => {
    const registry = new DefaultToolRegistry();
    expect(catchError(() => registry.register(tool))).toMatchObject({ code });
  });
});

describe('disposers', () => {
  it('remove only their own registration, once', () => {
    const registry = new DefaultToolRegistry();
    const dispose = registry.register(makeTool('a'));
    dispose();
    const second = makeTool('a');
    registry.register(second);
    dispose();
    expect(registry.get('a')).toBe(second);
  });

  it('work with using', () => {
    const registry = new DefaultToolRegistry();
    {
      using _registration = registry.register(makeTool('a'));
      expect(registry.get('a')).toBeDefined();
    }
    expect(registry.get('a')).toBeUndefined();
  });
});

describe('isAvailable (E-8)', () => {
  it.each([
    {
      when: 'it throws',
      isAvailable: () => {
        throw new Error('no');
      },
    },
    { when: 'it returns a promise', isAvailable: (async () => true) as unknown as () => boolean },
    {
      when: 'it returns a rejecting promise',
      isAvailable: (async () => {
        throw new Error('no');
      }) as unknown as () => boolean,
    },
    { when: 'it returns 1', isAvailable: (() => 1) as unknown as () => boolean },
    { when: 'it returns false', isAvailable: () => false },
  ])('hides that tool alone when $when', async ({ isAvailable }) => {
    const registry = new DefaultToolRegistry();
    registry.registerAll([makeTool('down', { isAvailable }), makeTool('up')]);
    expect(registry.toDefinitions().map(({ name }) => name)).toEqual(['up']);
    const results = await registry.executeParallel([call('down'), call('up')], makeContext());
    expect(results.map(({ result }) => result.ok)).toEqual([false, true]);
    expect(results[0]?.result).toMatchObject({
      code: 'not_available',
      error: 'Tool "down" is not currently available.',
    });
  });

  it('is asked again each time and reported when it fails', () => {
    const warnings: unknown[] = [];
    const logger = {
      debug() {},
      info() {},
      error() {},
      warn: (details: object) => warnings.push(details),
    };
    const registry = new DefaultToolRegistry({}, undefined, { logger });
    let answers = 0;
    registry.register(
      makeTool('flaky', {
        isAvailable: () => {
          answers += 1;
          if (answers === 1) throw new Error('starting');
          return true;
        },
      }),
    );
    expect(registry.toDefinitions()).toHaveLength(0);
    expect(registry.toDefinitions()).toHaveLength(1);
    expect(warnings).toEqual([
      { code: 'availability_failed', tool: 'flaky', reason: 'Error: starting' },
    ]);
  });
});

describe('definitions (E-13)', () => {
  it('are the same bytes and the same cached list while nothing changes, with 10,000 tools', () => {
    const registry = new DefaultToolRegistry();
    const names = Array.from({ length: 10_000 }, (_, index) => `tool_${(index * 7919) % 10_000}`);
    for (const name of names) registry.register(makeTool(name));
    const first = registry.toDefinitions();
    const bytes = JSON.stringify(first);
    expect(first).toHaveLength(10_000);
    expect(registry.toDefinitions()).toBe(first);
    expect(registry.toDefinitions(['tool_1', 'tool_2'])).toHaveLength(2);
    expect(registry.toDefinitions()).toBe(first);
    registry.unregister('tool_5');
    registry.register(makeTool('tool_5'));
    expect(JSON.stringify(registry.toDefinitions())).toBe(bytes);
  });

  it('cannot be changed by who reads them', () => {
    const registry = new DefaultToolRegistry();
    registry.register(makeTool('a'));
    const [definition] = registry.toDefinitions();
    expect(() => Object.assign(definition ?? {}, { name: 'b' })).toThrow(TypeError);
    expect(() => Object.assign(definition?.parameters ?? {}, { type: 'b' })).toThrow(TypeError);
  });
});

function catchError(run: () => unknown): MortiseError | undefined {
  try {
    run();
    return undefined;
  } catch (error) {
    if (MortiseError.is(error)) return error;
    throw error;
  }
}

function cyclic(): Record<string, unknown> {
  const schema: Record<string, unknown> = { type: 'object' };
  schema['properties'] = { self: schema };
  return schema;
}

function deep(levels: number): Record<string, unknown> {
  return levels === 0 ? {} : { type: 'object', items: deep(levels - 1) };
}
