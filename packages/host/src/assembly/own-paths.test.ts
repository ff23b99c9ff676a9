import { getCompileCacheDir } from 'node:module';
import { runtimeFolders } from '@mortise/sandbox';
import { describe, expect, it } from 'vitest';
import type { HostConfiguration } from './host-configuration.ts';
import { codePaths, compiledFolders, keptPaths } from './own-paths.ts';

const CONFIGURATION = { file: '/none/ops.json' } as HostConfiguration;

describe('what a host keeps on the disk (S-10)', () => {
  it('holds the files with which it and its database know each other', () => {
    const state =
      'postgres://me@db/all?sslmode=verify-full&sslrootcert=%2Fkeys%2Fca.pem&sslcert=/keys/me.pem&sslkey=me.key';
    const { files = [] } = keptPaths({ state }, CONFIGURATION);
    const found = files.filter((path) => path !== undefined);
    expect(found).toEqual(['/keys/ca.pem', '/keys/me.pem', `${process.cwd()}/me.key`]);
  });

  it('holds a database in a file with the one beside it', () => {
    const { files = [] } = keptPaths({ state: '/kept/state.db' }, CONFIGURATION);
    expect(files.filter((path) => path !== undefined)).toEqual([
      '/kept/state.db',
      '/kept/storage.db',
    ]);
  });

  it('holds what runners are started from, which programs could replace otherwise', () => {
    const configuration = { ...CONFIGURATION, current: { mcpServers: [] } };
    const { programs } = codePaths({}, configuration as unknown as HostConfiguration);
    expect(programs).toEqual([...runtimeFolders(), ...compiledFolders(getCompileCacheDir())]);
  });

  it.each([
    ['/home/me/.cache/.mortise/compiled/v24-x64', ['/home/me/.cache/.mortise/compiled']],
    ['/tmp/v24-x64', ['/tmp/v24-x64']],
    [undefined, []],
  ])('holds what Node keeps of its compiled code, which its next start runs: %s', (inUse, held) => {
    expect(compiledFolders(inUse)).toEqual(held);
  });
});
