import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, cpSync, mkdirSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DEPLOY_FOLDER, type ImageFacts } from '../deploy/dockerfile.ts';
import type { Consumer } from './consumer.ts';

/** Of `node` in the official images of Node. */
const UNPRIVILEGED = 1000;

/** This Node's own folder: it may lie where the container's `/tmp` hides it, or only the superuser sees it. */
const NODE = dirname(realpathSync(process.execPath));

/** What a container engine would make of the image and of the compose file, without one. */
export interface ImageRun {
  /** Runs words in the container: the same root, user and environment. */
  start(words: readonly string[], settings?: NodeJS.ProcessEnv): ChildProcess;
}

/** Why it cannot be tried here, if so: mount namespaces are the superuser's. */
export function whyNoImageRun(): string | undefined {
  const { status } = spawnSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'none', '/mnt']);
  return status === 0 ? undefined : 'needs mount namespaces, as the superuser has them';
}

/**
 * Builds the image's folders with the commands of the Dockerfile. Each start then has a mount
 * namespace in which they lie where the image has them, the root is read-only and only the state folder
 * and `/tmp` can be written, and becomes the unprivileged user.
 */
export async function buildImage(image: ImageFacts, consumer: Consumer): Promise<ImageRun> {
  const { folder } = consumer;
  cpSync(join(DEPLOY_FOLDER, 'package.json'), join(folder, 'package.json'));
  for (const line of image.install) {
    // `npm ci` demands optional packages of every platform, which a mirror of a registry may not have.
    await consumer.must('sh', '-c', line.replace(/^npm ci /, 'npm install '));
  }
  for (const name of image.copied) {
    cpSync(join(DEPLOY_FOLDER, name), join(folder, name), { recursive: true });
  }
  const state = join(dirname(folder), 'state');
  mkdirSync(state, { mode: 0o700 });
  chownSync(state, UNPRIVILEGED, UNPRIVILEGED);
  // The folder that holds all of it was made for its owner alone.
  chmodSync(dirname(folder), 0o755);
  return {
    start: (words, settings = {}) =>
      spawn(
        'unshare',
        ['--mount', 'sh', '-ec', script(image), 'sh', folder, state, NODE, ...words],
        {
          env: {
            ...image.env,
            PATH: `${image.env['PATH']?.replace('$PATH', '') ?? ''}${nodeFolder(image)}:/usr/bin:/bin`,
            HOME: '/home/node',
            ...settings,
          },
          stdio: ['ignore', 'pipe', 'pipe'],
        },
      ),
  };
}

/** Where the container has Node. */
function nodeFolder({ workFolder = '' }: ImageFacts): string {
  return join(dirname(workFolder), 'node');
}

function script(image: ImageFacts): string {
  const { workFolder = '', volumes } = image;
  const [volume = ''] = volumes;
  return `
    mount --make-rprivate /
    image=$1; state=$2; node=$3; shift 3
    mount -t tmpfs none ${dirname(workFolder)}
    mkdir ${workFolder} ${nodeFolder(image)}
    mount --bind "$node" ${nodeFolder(image)}
    mount -o remount,bind,ro ${nodeFolder(image)}
    mount --bind "$image" ${workFolder}
    mount -o remount,bind,ro ${workFolder}
    mount -t tmpfs none ${dirname(volume)}
    mkdir ${volume}
    mount --bind "$state" ${volume}
    mount -o remount,bind,ro ${dirname(volume)}
    mount -t tmpfs -o mode=1777,size=64m none /tmp
    mount -o remount,bind,ro /
    cd ${workFolder}
    exec setpriv --reuid=${UNPRIVILEGED} --regid=${UNPRIVILEGED} --clear-groups --no-new-privs \\
      --inh-caps=-all --bounding-set=-all "$@"
  `;
}
