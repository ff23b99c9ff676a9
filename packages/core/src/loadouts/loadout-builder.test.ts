import { MortiseError, type ToolCategory } from '@mortise/contracts';
import { describe, expect, it } from 'vitest';
import { LoadoutBuilder } from './loadout-builder.ts';

const BLANKS: readonly unknown[] = ['', '   ', '\n\t', null, undefined, 7, {}];
type Step = (value: string) => unknown;

describe('LoadoutBuilder (J-1, J-3)', () => {
  it.each<{ step: string; call: Step }>([
    { step: 'create', call: (value) => LoadoutBuilder.create(value) },
    { step: 'extends', call: (value) => LoadoutBuilder.create('x').extends(value) },
    { step: 'addPlugin', call: (value) => LoadoutBuilder.create('x').addPlugin(value) },
    { step: 'addDiscoverable', call: (value) => LoadoutBuilder.create('x').addDiscoverable(value) },
    { step: 'disable', call: (value) => LoadoutBuilder.create('x').disable(value) },
  ])('refuses what is blank or no text in $step', ({ call }) => {
    for (const blank of BLANKS) {
      expect(() => call(blank as string)).toThrowError(MortiseError);
    }
  });

  it.each(['Nope', '', 'constructor', '__proto__'])('refuses the category %j', (category) => {
    const builder = LoadoutBuilder.create('x');
    expect(() => builder.includeCategory(category as ToolCategory)).toThrowError(
      expect.objectContaining({ code: 'loadout_invalid' }),
    );
  });

  it('folds duplicates into their first spelling', () => {
    const built = LoadoutBuilder.create(' x ')
      .addPlugin('File')
      .addPlugin('file')
      .addPlugin(' FILE ')
      .includeCategory('Git')
      .includeCategory('Git')
      .build();
    expect(built).toStrictEqual({
      name: 'x',
      defaultPlugins: ['File'],
      includedCategories: ['Git'],
      discoverablePatterns: [],
      disabledPlugins: [],
    });
  });

  it('answers a value that neither the builder nor its holder can change', () => {
    const builder = LoadoutBuilder.create('x').extends('minimal').addPlugin('a');
    const built = builder.build();
    builder.addPlugin('b').disable('a').extends('full').addDiscoverable('*');
    expect(built).toMatchObject({ parent: 'minimal', defaultPlugins: ['a'], disabledPlugins: [] });
    expect(() => (built.defaultPlugins as string[]).push('c')).toThrow(TypeError);
    expect(() => Object.assign(built, { name: 'y' })).toThrow(TypeError);
  });
});
