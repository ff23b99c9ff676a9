import { describe, expect, it } from 'vitest';
import { placesByMounts } from './places-by-mounts.ts';

const MOUNTS = [
  '1 0 254:0 / / rw - ext4 /dev/root rw',
  '2 1 0:20 / /proc rw - proc proc rw',
  '3 1 254:1 / /data rw - ext4 /dev/data rw',
  '4 1 254:0 /srv/state/bundles /work/kept rw - ext4 /dev/root rw',
  '5 1 254:0 /srv/state/token /work/a\\040file rw - ext4 /dev/root rw',
  '6 1 254:0 /srv/state-2 /work/beside rw - ext4 /dev/root rw',
  '7 1 254:1 /srv/state/bundles /work/other-disk rw - ext4 /dev/data rw',
  '8 1 254:1 /host/src /work/src rw - ext4 /dev/data rw',
  '10 1 254:0 /srv/other /work/around rw - ext4 /dev/root rw',
  '9 1 0:30 / /work/tmp rw - tmpfs tmpfs rw',
].join('\n');

describe('places where a mount shows what is in a folder (S-10)', () => {
  it.each([
    {
      what: 'folders and files further in',
      folder: '/srv/state',
      then: ['/work/kept', '/work/a file'],
    },
    { what: 'a folder of a mounted disk', folder: '/data/host', then: ['/work/src'] },
    { what: 'the folder itself', folder: '/srv/state/bundles', then: ['/work/kept'] },
    { what: 'what is around it', folder: '/srv/other/state', then: ['/work/around/state'] },
    { what: 'what is mounted itself', folder: '/work/kept/b', then: ['/srv/state/bundles/b'] },
    { what: 'nothing of another folder', folder: '/srv/stat', then: [] },
    { what: 'nothing that is in the folder anyway', folder: '/work', then: [] },
  ])('are found: $what', ({ folder, then }) => {
    expect(placesByMounts([folder], MOUNTS)).toEqual(then);
  });

  it('are none where a machine lists no mounts', () => {
    expect(placesByMounts(['/srv/state'], '')).toEqual([]);
  });
});
