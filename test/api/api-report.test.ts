import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { apiReport } from './api-report.ts';
import { DeclaredProgram } from './declared-program.ts';
import { findAny } from './find-any.ts';

const folder = mkdtempSync(join(tmpdir(), 'mortise-api-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const FILES = {
  'packages/other/src/index.d.ts': 'export interface Far { readonly far: string; }',
  'packages/demo/src/index.d.ts': `
    export { Thing as PublicThing, type Shape, open } from './thing.ts';
    export type { Far } from 'other';`,
  'packages/demo/src/thing.d.ts': `
    import type { Far } from 'other';
    interface Base { readonly id: string; }
    interface Unused { readonly no: true; }
    /** A comment. */
    export interface Thing extends Base { readonly far: Far; list(): Promise<any[]>; }
    export declare class Shape {
      #private;
      private hidden: any;
      readonly hint: 'a text that is long enough to be one for people, which is no API at all';
      constructor(parts: Unused);
    }
    export declare function open(options: { readonly depth: any; }): Shape;`,
};

const entries = ['other', 'demo'].map((name) => ({
  ...{ packageName: name, specifier: name },
  source: `packages/${name}/src/index.ts`,
}));

function declare(): DeclaredProgram {
  for (const [path, text] of Object.entries(FILES)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return new DeclaredProgram({ folder, entries, [Symbol.dispose]: () => undefined });
}

describe('the report of an API', () => {
  const program = declare();
  const report = apiReport('demo', entries, program);

  it('has the declarations of what is exported, under the names that programs use', () => {
    expect(report).toContain('export interface Thing extends Base {');
    expect(report).toContain('// exported as PublicThing');
    expect(report).toContain("export { Far } from 'other';");
  });

  it('has what they are made of, exported or not', () => {
    expect(report).toMatch(/Not exported, but part of what is\.\n\ninterface Base \{/);
  });

  it('has no comments, no texts for people, nothing private and no way to construct a mere type', () => {
    expect(report).not.toMatch(/A comment|long enough|hidden|#private|constructor|Unused/);
  });

  it('finds every `any` that a program would meet, and only those', () => {
    expect(findAny(entries, program)).toEqual([
      'demo PublicThing.list.()',
      'demo open.(options).depth',
    ]);
  });

  it('does not pass over declarations that are missing', () => {
    rmSync(join(folder, 'packages/demo/src/thing.d.ts'));
    const broken = { folder, entries, [Symbol.dispose]: () => undefined };
    expect(() => new DeclaredProgram(broken)).toThrow(/thing\.d\.ts/);
  });
});
