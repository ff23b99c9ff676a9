import { describe, expect, it } from 'vitest';
import { type LongLine, MessageLines } from './message-lines.ts';

const linesOf = (lines: MessageLines, ...pieces: string[]) =>
  pieces.flatMap((piece) => [...lines.push(Buffer.from(piece))]);

describe('the lines of a stream of messages', () => {
  it('are whole, however they come', () => {
    expect(linesOf(new MessageLines(100), 'a\nb', 'c\r\n', '\n', 'd')).toEqual(['a', 'bc', '']);
    const [first = 0, ...rest] = Buffer.from('ä\n');
    const lines = new MessageLines(100);
    expect([...lines.push(Buffer.of(first)), ...lines.push(Buffer.from(rest))]).toEqual(['ä']);
  });

  it('are bounded: of one that is too long the ends are left, and the next one is whole', () => {
    const lines = new MessageLines(4);
    expect(linesOf(lines, '1234\n')).toEqual(['1234']);
    expect([linesOf(lines, '123'), lines.isTooLong]).toEqual([[], false]);
    expect([linesOf(lines, '45'), lines.isTooLong]).toEqual([[], true]);
    expect(linesOf(lines, '6\nok\n')).toEqual([{ head: '12345', tail: '123456' }, 'ok']);
    expect(lines.isTooLong).toBe(false);
    const text = `a${'x'.repeat(5_000)}z`;
    const [cut] = linesOf(lines, text.slice(0, 3), text.slice(3), '\n') as LongLine[];
    expect([cut?.head, cut?.tail]).toEqual([text.slice(0, 500), text.slice(-500)]);
  });

  it('hold no more than the limit, however long one is', () => {
    const lines = new MessageLines(1_000_000);
    const piece = Buffer.alloc(1_000_000, 'x');
    const before = process.memoryUsage().arrayBuffers;
    for (let at = 0; at < 100; at += 1) expect([...lines.push(piece)]).toEqual([]);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(10_000_000);
  });

  it('cost as much a byte at a time as at once', () => {
    const lines = new MessageLines(1_000_000);
    const byte = Buffer.from('x');
    const before = process.cpuUsage();
    for (let at = 0; at < 300_000; at += 1) for (const _ of lines.push(byte));
    const { user, system } = process.cpuUsage(before);
    expect(linesOf(lines, '\n')[0]).toHaveLength(300_000);
    // Joining what has come with each byte would copy 45 GB.
    expect(user + system).toBeLessThan(3_000_000);
  });
});
