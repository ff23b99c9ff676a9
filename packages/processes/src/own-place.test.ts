import { describe, expect, it } from 'vitest';
import { isCompiled, locateBeside } from './own-place.ts';

describe('a program beside a module', () => {
  it.each([
    ['file:///a%20b/src/start.ts', '/a b/src/launcher.ts'],
    ['file:///a%20b/node_modules/x/dist/start.js', '/a b/node_modules/x/dist/launcher.js'],
  ])('has the ending of the module: %s', (module, program) => {
    expect(locateBeside(module, 'launcher')).toBe(program);
  });

  it('is compiled if the module is', () => {
    expect(isCompiled('file:///p/dist/start.js')).toBe(true);
    expect(isCompiled(import.meta.url)).toBe(false);
  });
});
