import { type ChildProcess, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { describe, expect, it } from 'vitest';
import { readImage } from '../deploy/dockerfile.ts';
import { buildImage, type ImageRun, whyNoImageRun } from './image-run.ts';
import { useConsumer } from './use-consumer.ts';

/** What a command in the container printed, on both streams, and how it ended. */
async function finish(child: ChildProcess): Promise<{ readonly code: number; text: string }> {
  const text = collect(child);
  const [code] = await once(child, 'close');
  return { code: Number(code), text: text() };
}

function collect({ stdout, stderr }: ChildProcess): () => string {
  let text = '';
  for (const stream of [stdout, stderr]) {
    stream?.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
    });
  }
  return () => text;
}

/** Resolves when a line of the log has said so. */
async function until(child: ChildProcess, shown: () => string, what: RegExp): Promise<void> {
  while (!what.test(shown())) {
    if (child.exitCode !== null) throw new Error(`it ended: ${shown()}`);
    await Promise.race([once(child, 'close'), once(child.stdout ?? child, 'data')]);
  }
}

describe('the container of mortise serve, without a container engine', () => {
  it('serves on a read-only root as an unprivileged user, says that it is well, and stops in order', async ({
    skip,
  }) => {
    const reason = whyNoImageRun();
    skip(reason !== undefined, reason);
    using consumer = useConsumer();
    const image = readImage();
    const run = await buildImage(image, consumer);
    const port = await freePort();
    const settings = { MORTISE_PORT: port, MORTISE_PUBLIC_URL: 'http://localhost:4848' };
    const serving = run.start(image.command, settings);
    const shown = collect(serving);
    try {
      await until(serving, shown, /\n {2}mcp .*\/mcp\/main/);
      await tryInside(run, image.probe, port);
    } finally {
      serving.kill('SIGTERM');
      if (serving.exitCode === null) await once(serving, 'close');
    }
    expect(serving.exitCode).toBe(0);
    expect(shown()).toMatch(/stopped\s*$/);
    expect(processesOf(consumer.folder)).toEqual([]);
  });
});

async function tryInside(run: ImageRun, probe: readonly string[], port: string): Promise<void> {
  const settings = { MORTISE_PORT: port };
  expect((await finish(run.start(probe, settings))).code).toBe(0);
  const probed = await finish(run.start(probe, { MORTISE_PORT: '1' }));
  expect(probed.code).toBe(1);
  const call = ['mortise', 'call', 'count_words', '{"text":"a b c"}', '--agent', 'main'];
  expect((await finish(run.start(call, settings))).text).toMatch(/^ok .*\n3\n/m);
  for (const place of ['/srv/mortise/x', '/etc/x', '/var/lib/x', '/x']) {
    const touched = await finish(run.start(['touch', place]));
    expect(touched.text).toMatch(/Read-only file system|Permission denied/);
  }
  const who = await finish(run.start(['sh', '-c', 'id -u; grep CapEff /proc/self/status']));
  expect(who.text).toMatch(/^1000\nCapEff:\s+0{16}\n$/);
}

/** The port of the image may be taken on this machine. */
async function freePort(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return `${port}`;
}

/** What still runs out of a folder. */
function processesOf(folder: string): readonly string[] {
  const { stdout } = spawnSync('pgrep', ['-af', folder], { encoding: 'utf8' });
  return stdout.split('\n').filter((line) => line !== '');
}
