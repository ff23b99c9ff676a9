import { describe, expect, it } from 'vitest';
import { describeRequests } from './describe-requests.ts';
import { grantRequested } from './grant-requested.ts';
import { addGrantValue, findAdditions, listGrantValues, removeGrantValue } from './grant-values.ts';
import { narrowGrants } from './narrow-grants.ts';

const GIT = { allowedBinaries: ['git'] };
const place = { workspace: '/ws', hosts: [] };

describe('what programs reach (S-6, S-8)', () => {
  it('is asked for, shown and granted as it is asked for', () => {
    const asked = { process: { ...GIT, write: ['*'], network: true } };
    expect(describeRequests(asked)[0]?.asks).toEqual([
      'program git, any arguments',
      'programs write in *',
      'programs use the network, any host',
    ]);
    const granted = { ...GIT, cwd: ['/ws'], write: ['/ws'], network: true };
    expect(grantRequested(asked, '/ws')).toEqual({ process: granted });
    expect(grantRequested({ process: GIT }, '/ws')).toEqual({ process: { ...GIT, cwd: ['/ws'] } });
  });

  it('is more if an update asks for more of it', () => {
    const after = { process: { ...GIT, write: ['*'], network: true } };
    const added = findAdditions({ process: GIT }, after, '/ws').map(({ value }) => value);
    expect(added).toEqual(['write:/ws', 'network:any']);
  });

  it('is what both sides say, and what the operator says where a request says nothing', () => {
    const process = { ...GIT, write: ['/ws'], network: true };
    const left = (asked: object) =>
      narrowGrants({ process }, { process: asked }, 'manifest').process;
    expect(left({ ...GIT, write: ['/ws/a'], network: false })).toMatchObject({
      ...{ write: ['/ws/a'], network: false },
    });
    expect(left({ ...GIT, write: ['/other'] })).toMatchObject({ write: [] });
    expect(left(GIT)).toMatchObject({ write: ['/ws'], network: true });
  });

  it('is edited value by value', () => {
    const values = ['write:*', 'read:/data', 'network:any'];
    let grant = addGrantValue('process', { grant: undefined, value: 'git', place });
    for (const value of values) grant = addGrantValue('process', { grant, value, place });
    expect(grant).toEqual({
      ...{ allowedBinaries: ['git'], cwd: ['/ws'] },
      ...{ write: ['/ws'], read: ['/data'], network: true },
    });
    const shown = listGrantValues(grant === undefined ? {} : { process: grant });
    expect(shown.map(({ value }) => value)).toEqual([
      'git',
      'read:/data',
      'write:/ws',
      'network:any',
    ]);
    expect(addGrantValue('process', { grant, value: 'write:../up', place })).toBeUndefined();
    if (grant === undefined) throw new Error('no grant');
    const without = removeGrantValue('process', grant, 'network:any');
    expect(without).not.toHaveProperty('network');
  });
});
