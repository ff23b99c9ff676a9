import { describe, expect, it } from 'vitest';
import { scanModule } from './scan-module.ts';

describe('programs that a module starts (E-10)', () => {
  it.each([
    { form: 'as they are', code: "import { spawn } from 'node:child_process'; spawn('git', []);" },
    {
      form: 'as TypeScript compiles it',
      code: "const cp = require('node:child_process'); (0, cp.spawn)('git', ['status']);",
    },
    {
      form: 'as a promise of another name',
      code: "import { execFile } from 'node:child_process'; const run = promisify(execFile); run('git', []);",
    },
    {
      form: 'as a promise that TypeScript compiled',
      code: "const run = (0, util.promisify)(cp.exec); (0, run)('git status');",
    },
  ])('are found $form', ({ code }) => {
    expect([...scanModule(code, 'js').mentions.programs]).toEqual(['git']);
  });

  it.each([
    { what: 'another promise', code: "const run = promisify(readFile); run('git', []);" },
    { what: 'a function of that name', code: "run('git', []);" },
  ])('are not taken from $what', ({ code }) => {
    expect([...scanModule(code, 'js').mentions.programs]).toEqual([]);
  });
});

describe('types that a module imports beside values', () => {
  it('are no names that it takes', () => {
    const code =
      "import { readFileSync, type Stats } from 'node:fs'; export { type Dir } from 'fs';";
    const { imports } = scanModule(code, 'ts');
    expect([...(imports.get('node:fs') ?? [])]).toEqual(['readFileSync']);
    expect([...(imports.get('fs') ?? [])]).toEqual([]);
  });
});

describe('members of process (E-10)', () => {
  it('are of no module of Node where it is taken out of the context of a tool', () => {
    const code = "export const run = (_id, _params, { process }) => process.run('git', []);";
    expect([...scanModule(code, 'js').processMembers]).toEqual([]);
  });

  it('are of the global one where something else is taken out of an object', () => {
    const code = 'const run = ({ process: own }) => own(process.kill);';
    expect([...scanModule(code, 'js').processMembers]).toEqual(['kill']);
  });
});
