import { describe, expect, it } from 'vitest';
import { readFixture, reduceTerminal } from './fixtures/reduce-terminal.ts';

describe('E-12: a package install', () => {
  it.each([
    {
      fixture: 'npm-clean',
      command: 'npm ci',
      keeps: ['added 2 packages', 'found 0 vulnerabilities'],
      drops: 'npm fund',
    },
    {
      fixture: 'npm-verbose',
      command: 'npm i --loglevel=http',
      keeps: ['added 4 packages', '[… 12 lines omitted: progress …]'],
      drops: 'npm http',
    },
    {
      fixture: 'npm-deprecated',
      command: 'npm install',
      keeps: ['npm warn deprecated old-1@1.0.0: Use good-1 instead; no fixes will come.'],
      drops: 'npm fund',
    },
    {
      fixture: 'npm-vulnerable',
      command: 'npm install',
      keeps: ['1 high severity vulnerability', 'Some issues need review', 'Run `npm audit`'],
      drops: 'npm fund',
    },
    {
      fixture: 'pnpm-clean',
      command: 'pnpm install',
      keeps: ['Packages: +4', '+ good-4 1.0.0', 'added 4, done', 'Done in '],
      drops: 'Virtual store',
    },
    {
      fixture: 'pnpm-deprecated',
      command: 'pnpm add x',
      keeps: ['[WARN] deprecated old-1@1.0.0', 'Done in '],
      drops: 'Virtual store',
    },
    {
      fixture: 'yarn-clean',
      command: 'yarn add x',
      keeps: [
        'success Saved 3 new dependencies.',
        'info Direct dependencies\n├─ good-1@1.0.0',
        'DeprecationWarning',
      ],
      drops: 'Linking',
    },
    {
      fixture: 'yarn-deprecated',
      command: 'yarn add x',
      keeps: ['warning old-1@1.0.0: Use good-1 instead'],
      drops: 'Linking',
    },
    {
      fixture: 'pip-clean',
      command: 'pip install -r requirements.txt',
      keeps: [
        'Successfully installed pkg-a-1.0.0 pkg-b-1.0.0 pkg-c-1.0.0',
        "WARNING: Running pip as the 'root' user",
      ],
      drops: 'Collecting',
    },
    {
      fixture: 'apt-simulated',
      command: 'sudo apt-get install -y tree',
      keeps: ['0 upgraded, 1 newly installed', 'Inst tree'],
      drops: 'Reading',
    },
  ])('$fixture keeps its totals and every notice', ({ fixture, command, keeps, drops }) => {
    const original = readFixture(fixture);
    const reduced = reduceTerminal(command, original);
    expect(original).toContain(drops);
    expect(reduced).not.toContain(drops);
    for (const text of keeps) expect(reduced).toContain(text);
  });

  it.each([
    { fixture: 'npm-missing', command: 'npm install' },
    { fixture: 'pnpm-missing', command: 'pnpm add x' },
    { fixture: 'pip-missing', command: 'pip install x' },
  ])('$fixture, which failed, stays as printed', ({ fixture, command }) => {
    const value = readFixture(fixture);
    expect(reduceTerminal(command, value)).toBe(value);
  });

  it.each([
    'npm http fetch GET 404 http://127.0.0.1/gone 3ms (cache miss)',
    'npm http fetch GET 200 http://127.0.0.1/gone attempt 2 failed with ETIMEDOUT',
    'npm warn EBADENGINE Unsupported engine',
    'gyp info it is the postinstall script that says this',
  ])('npm keeps %j among the progress', (line) => {
    const value = readFixture('npm-verbose').replace('\n\nadded', `\n${line}\n\nadded`);
    expect(reduceTerminal('npm install', value).split('\n')).toContain(line);
  });

  it('pip leaves a resolver conflict beside a success as printed', () => {
    const value = `ERROR: pip's dependency resolver found a conflict\n${readFixture('pip-clean')}`;
    expect(reduceTerminal('pip install x', value)).toBe(value);
  });

  // Written by hand: a real run would have changed the capturing machine.
  it('apt drops downloads and unpacking, and keeps what was set up and what warns', () => {
    const kept = [
      '2 upgraded, 1 newly installed, 0 to remove and 3 not upgraded.',
      'W: a mirror is slow',
      'Setting up tree (2.1.0-1) ...',
    ];
    const dropped = [
      'Get:1 http://mirror.test/debian tree 2.1.0-1 [52 kB]',
      'Selecting previously unselected package tree.',
      'Unpacking tree (2.1.0-1) ...',
    ];
    const lines = reduceTerminal('apt install tree', [...dropped, ...kept].join('\n')).split('\n');
    expect(lines).toEqual(['[… 3 lines omitted: progress …]', ...kept]);
  });
});
