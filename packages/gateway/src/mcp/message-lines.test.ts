import { describe, expect, it } from 'vitest';
import { MessageLines } from './message-lines.ts';

const linesOf = (lines: MessageLines, ...pieces: string[]) =>
  pieces.flatMap((piece) => [...lines.push(Buffer.from(piece))]);

describe('the lines of a stream of messages', () => {
  it('are whole, however they come', () => {
    expect(linesOf(new MessageLines(100), 'a\nb', 'c\r\n', '\n', 'd')).toEqual(['a', 'bc', '']);
    const [first = 0, ...rest] = Buffer.from('ä\n');
    const lines = new MessageLines(100);
    expect([...lines.push(Buffer.of(first)), ...lines.push(Buffer.from(rest))]).toEqual(['ä']);
  });

  it('are bounded, and go on after one that was too long', () => {
    const lines = new MessageLines(4);
    expect(linesOf(lines, '1234\n')).toEqual(['1234']);
    expect(() => linesOf(lines, '123', '45')).toThrow('more than 4 bytes');
    expect(linesOf(lines, 'ok\n')).toEqual(['ok']);
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
