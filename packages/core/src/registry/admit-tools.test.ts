import { describe, expect, it } from 'vitest';
import { makeTool } from '../testing/core-fixtures.ts';
import { ToolCatalog } from './tool-catalog.ts';

function catalogOf(
  ...claims: readonly (readonly [name: string, extension?: string, order?: number])[]
) {
  const catalog = new ToolCatalog();
  const orders = new Map(
    claims.flatMap(([, id, order = 0]) => (id === undefined ? [] : [[id, order]])),
  );
  catalog.arrange(Array.from(orders, ([id, order]) => ({ id, order, toolNames: [] })));
  const disposers = claims.map(([name, id]) => {
    const tool = makeTool(name);
    const origin =
      id === undefined ? ({ kind: 'core' } as const) : ({ kind: 'extension', id } as const);
    const claim = catalog.claim({ tool, origin }, { kind: 'in-process', tool });
    return claim.status === 'refused' ? () => undefined : claim.disposer;
  });
  return { catalog, disposers };
}

const summary = (catalog: ToolCatalog) => {
  const { entries, skipped } = catalog.snapshot();
  return {
    entries: entries.map(({ name, origin }) =>
      origin.kind === 'extension' ? `${name}@${origin.id}` : name,
    ),
    skipped: skipped.map(({ name, code, heldBy }) => `${code}:${name} held by ${heldBy}`),
  };
};

describe('admission of names (P-0, F-2)', () => {
  it('lets a core tool win over an extension that came first', () => {
    const { catalog } = catalogOf(['Read', 'evil'], ['ok', 'evil'], ['read']);
    expect(summary(catalog)).toEqual({
      entries: ['read', 'ok@evil'],
      skipped: ['core_name_clash:Read held by core'],
    });
  });

  it('lets the extension that is first in the configuration win, whoever registered first', () => {
    const { catalog } = catalogOf(['search', 'bbb', 1], ['search', 'aaa', 2]);
    expect(summary(catalog)).toEqual({
      entries: ['search@bbb'],
      skipped: ['extension_name_clash:search held by extension bbb'],
    });
  });

  it('blocks an extension whose id is the name of a core tool', () => {
    const { catalog } = catalogOf(['x', 'READ'], ['y', 'READ'], ['read']);
    expect(summary(catalog)).toEqual({
      entries: ['read'],
      skipped: ['extension_id_clash:x held by core', 'extension_id_clash:y held by core'],
    });
  });

  it('reserves the aliases of a core tool', () => {
    const catalog = new ToolCatalog();
    const exec = makeTool('exec', { aliases: ['bash'] });
    const bash = makeTool('bash');
    catalog.claim({ tool: exec, origin: { kind: 'core' } }, { kind: 'in-process', tool: exec });
    const origin = { kind: 'extension', id: 'shells' } as const;
    const claim = catalog.claim({ tool: bash, origin }, { kind: 'in-process', tool: bash });
    expect(claim).toMatchObject({
      status: 'skipped',
      diagnostic: { code: 'core_name_clash', subject: 'bash' },
    });
  });

  it('keeps the names of the control plane from extensions, and leaves them to the core', () => {
    const { catalog } = catalogOf(
      ['delegate', 'evil'],
      ['Dynamic_Tools', 'evil'],
      ['self_config', 'evil'],
      ['x', 'delegate'],
      ['self_config'],
    );
    expect(summary(catalog)).toEqual({
      entries: ['self_config'],
      skipped: [
        'extension_id_clash:x held by core',
        'core_name_clash:Dynamic_Tools held by core',
        'core_name_clash:delegate held by core',
        'core_name_clash:self_config held by core',
      ],
    });
  });

  it('skips a tool that is named like an earlier extension, case folded', () => {
    const { catalog } = catalogOf(
      ['now', 'weather', 0],
      ['WEATHER', 'other', 1],
      ['x', 'other', 1],
    );
    expect(summary(catalog)).toEqual({
      entries: ['now@weather', 'x@other'],
      skipped: ['extension_name_clash:WEATHER held by extension weather'],
    });
  });

  it("blocks an extension whose id is an earlier extension's tool", () => {
    const { catalog } = catalogOf(['Notes', 'first', 0], ['x', 'notes', 1], ['y', 'notes', 1]);
    expect(summary(catalog)).toEqual({
      entries: ['Notes@first'],
      skipped: [
        'extension_id_clash:x held by extension first',
        'extension_id_clash:y held by extension first',
      ],
    });
  });

  it('blocks the second of two ids that differ in case only', () => {
    const { catalog } = catalogOf(['x', 'Notes', 0], ['y', 'notes', 1]);
    expect(summary(catalog)).toEqual({
      entries: ['x@Notes'],
      skipped: ['extension_id_clash:y held by extension Notes'],
    });
  });

  it('lets a blocked extension hold nothing', () => {
    const { catalog } = catalogOf(['b', 'a', 0], ['c', 'b', 1], ['ok', 'c', 2]);
    expect(summary(catalog).entries).toEqual(['b@a', 'ok@c']);
  });

  it('lets an extension have a tool of its own name', () => {
    const { catalog } = catalogOf(['notes', 'notes'], ['NOTES', 'other', 1]);
    expect(summary(catalog).entries).toEqual(['notes@notes']);
  });

  it('keeps names of MCP tools from ids', () => {
    const { catalog } = catalogOf(['x', 'mcp__gh__pr']);
    expect(summary(catalog)).toEqual({
      entries: [],
      skipped: ['extension_id_clash:x held by mcp'],
    });
  });

  it('keeps the id and the names of an extension that is not loaded', () => {
    const { catalog } = catalogOf(['forecast', 'thief', 1], ['weather', 'thief', 1]);
    catalog.arrange([
      { id: 'weather', order: 0, toolNames: ['forecast'] },
      { id: 'thief', order: 1, toolNames: [] },
    ]);
    expect(summary(catalog)).toEqual({
      entries: [],
      skipped: [
        'extension_name_clash:forecast held by extension weather',
        'extension_name_clash:weather held by extension weather',
      ],
    });
    catalog.arrange([]);
    expect(summary(catalog).entries).toEqual(['forecast@thief', 'weather@thief']);
  });

  it('settles names anew when the configuration has another order', () => {
    const { catalog } = catalogOf(['search', 'one', 0], ['search', 'two', 1]);
    catalog.arrange([
      { id: 'two', order: 0, toolNames: [] },
      { id: 'one', order: 1, toolNames: [] },
    ]);
    expect(summary(catalog).entries).toEqual(['search@two']);
  });

  it('gives a name to the next claimant when its holder goes', () => {
    const { catalog, disposers } = catalogOf(['search', 'aaa'], ['search', 'bbb']);
    disposers[0]?.();
    expect(summary(catalog)).toEqual({ entries: ['search@bbb'], skipped: [] });
  });

  it('keeps the order of definitions over a reload (E-13)', () => {
    const { catalog, disposers } = catalogOf(['a', 'one', 0], ['b', 'two', 1], ['c', 'three', 2]);
    const before = summary(catalog);
    disposers[0]?.();
    const tool = makeTool('a');
    catalog.claim({ tool, origin: { kind: 'extension', id: 'one' } }, { kind: 'in-process', tool });
    expect(summary(catalog)).toEqual(before);
  });

  it('gives the same snapshot until something changes', () => {
    const { catalog, disposers } = catalogOf(['a'], ['b']);
    const first = catalog.snapshot();
    expect(catalog.snapshot()).toBe(first);
    disposers[0]?.();
    expect(catalog.snapshot().revision).toBeGreaterThan(first.revision);
    expect(first.entries.map(({ name }) => name)).toEqual(['a', 'b']);
  });
});
