import { describe, expect, it } from 'vitest';
import { Child } from './child.ts';

const WIRE = 3;

/** A child that runs this code with its wire as `wire`. */
function startChild(code: string): Child {
  const program = `const wire = new (require('node:net').Socket)({ fd: ${WIRE} }); ${code}`;
  return Child.start({
    ...{ program: process.execPath, args: ['-e', program], env: {} },
    stdio: ['ignore', 'ignore', 'inherit', 'pipe'],
  });
}

/** Opens its wire, and resolves with all that came by the end of it. */
function listen(child: Child, onText: (all: string) => void = () => undefined) {
  let heard = '';
  const ended = Promise.withResolvers<string>();
  const wire = child.wire(WIRE, {
    onText: (text) => {
      heard += text;
      onText(heard);
    },
    onEnd: () => ended.resolve(heard),
  });
  if (wire === undefined) throw new Error('there is no wire');
  return { wire, ended: ended.promise };
}

const ECHO = `wire.on('data', (bytes) => { wire.write(bytes); });`;

describe('the wire to a child (S-4)', () => {
  it.each([
    ['a short text', 'hello'],
    ['text of all kinds', 'ä€𝄞\n\0'.repeat(300)],
    ['more than is read at once', 'ä€𝄞x'.repeat(200_000)],
  ])('carries %s both ways', async (_what, text) => {
    const child = startChild(ECHO);
    const { wire, ended } = listen(child, (all) => {
      if (all.length >= text.length) child.kill();
    });
    wire.write(text);
    expect((await ended) === text).toBe(true);
    expect(await child.ended).toMatchObject({ kind: 'exited', signal: 'SIGKILL' });
  });

  it('keeps what a child does not read, in order, until it does', async () => {
    // A wire that is not read keeps no program from ending.
    const child = startChild(`wire.pause(); let all = '';
      const hold = setInterval(() => {}, 1000);
      process.on('SIGUSR2', () => wire.setEncoding('utf8').on('data', (text) => {
        clearInterval(hold);
        all += text;
        if (all.endsWith('last')) wire.end(String(all.length) + all.slice(-10));
      }).resume());
      wire.write('ready');`);
    const { wire, ended } = listen(child, (all) => {
      if (all !== 'ready') return;
      for (let count = 0; count < 2_000; count += 1) wire.write('0123456789'.repeat(50));
      expect(wire.waitingBytes).toBeGreaterThan(100_000);
      wire.write('last');
      child.kill('SIGUSR2');
    });
    expect(await ended).toBe('ready1000004456789last');
  });

  it('says that it broke, and all that came before is there when the child has ended', async () => {
    const child = startChild(
      `wire.write('x'.repeat(100_000), () => process.kill(process.pid, 'SIGKILL'));`,
    );
    let heard = 0;
    const { wire, ended } = listen(child, (all) => {
      heard = all.length;
    });
    await child.ended;
    expect(heard).toBe(100_000);
    await ended;
    wire.write('nobody hears this');
    expect(child.stream(WIRE)?.destroyed).toBe(true);
  });

  it('keeps a program that waits for nothing else from ending only while it is held', async () => {
    const program = `import { Child } from ${JSON.stringify(new URL('./child.ts', import.meta.url).href)};
      const child = Child.start({ program: process.execPath, args: ['-e', 'setInterval(() => {}, 1000)'],
        env: {}, stdio: ['ignore', 'ignore', 'ignore', 'pipe'] });
      child.wire(3, { onText: () => {}, onEnd: () => {} });
      child.hold(false);
      process.on('exit', () => child.kill());`;
    const child = Child.start({
      ...{ program: process.execPath, env: {}, stdio: 'ignore' },
      args: ['--no-warnings', '--input-type=module', '-e', program],
    });
    expect(await child.ended).toMatchObject({ kind: 'exited', code: 0 });
  });
});
