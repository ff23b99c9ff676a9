import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

function run(example: string): readonly string[] {
  const main = join(import.meta.dirname, example, 'main.ts');
  const { stdout, stderr, status } = spawnSync(process.execPath, [main], {
    encoding: 'utf8',
    timeout: 60_000,
  });
  expect([status, stderr]).toEqual([0, '']);
  return stdout.trimEnd().split('\n');
}

describe('the examples', () => {
  it('embed: a host in twenty lines', () => {
    expect(run('embed')).toEqual(["[ 'get_forecast' ]", 'Oslo: 4 °C, light rain']);
  }, 60_000);

  it('allow-lists: an optional tool is there for who named its extension', () => {
    expect(run('allow-lists')).toEqual([
      'reader sees notes_read; notes_write: refused',
      'writer sees notes_read, notes_write; notes_write: ok',
      expect.stringMatching(/^why: needs_opt_in; .*notes_write/),
    ]);
  }, 60_000);

  it('ai-sdk: a model calls a sandboxed tool and goes on with its answer', () => {
    expect(run('ai-sdk')).toEqual(['2 steps: You will be there at 10:15.']);
  }, 60_000);

  it('mcp-client: a client lists and calls', () => {
    expect(run('mcp-client')).toEqual(["[ 'greet' ]", '[{"type":"text","text":"Hello, Ada."}]']);
  }, 60_000);
});
