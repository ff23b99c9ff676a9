import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MortiseError } from '@mortise/contracts';
import { afterAll, describe, expect, it } from 'vitest';
import { changeConfigFile } from './change-config-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'mortise-edit-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function configFile(name: string, text = 'agents:\n  main: {}\n'): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

describe('an edit of a configuration file', () => {
  it('is written if the configuration can be used then', async () => {
    const path = configFile('good.yaml');
    const result = await changeConfigFile(path, (text) => `${text}  other: {}\n`);
    expect(result.status).toBe('changed');
    expect(readFileSync(path, 'utf8')).toBe('agents:\n  main: {}\n  other: {}\n');
    expect((await changeConfigFile(path, (text) => text)).status).toBe('unchanged');
  });

  it('is refused with every reason, and nothing is written, if it could not (M-6)', async () => {
    const path = configFile('bad.yaml');
    const result = await changeConfigFile(path, (text) => `${text}agents: 1\ntoolkits: 2\n`);
    expect(result).toMatchObject({ status: 'refused', diagnostics: [{ severity: 'error' }, {}] });
    expect(readFileSync(path, 'utf8')).toBe('agents:\n  main: {}\n');
  });

  it('is refused for what only a host can know', async () => {
    const path = configFile('known.yaml');
    const fault = { code: 'unregistered_tool', severity: 'error', subject: 'x' } as const;
    const check = () => [{ ...fault, message: 'no such tool', hint: '' }];
    const result = await changeConfigFile(path, (text) => `${text}  other: {}\n`, { check });
    expect(result).toMatchObject({ status: 'refused', diagnostics: [fault] });
  });

  it('makes no file that is not there', async () => {
    const path = join(folder, 'gone.yaml');
    const error = await changeConfigFile(path, () => 'agents: {}').catch((fault: unknown) => fault);
    expect(MortiseError.is(error) && error.code).toBe('file_not_writable');
  });
});
