import fc from 'fast-check';
import { describe, it } from 'vitest';
import { readRunnerFrame } from '../../packages/sandbox/src/wire/runner-to-host.ts';
import { FRAME_TARGETS } from './frame-targets.ts';
import type { FuzzTarget } from './fuzz-target.ts';
import { createRandom, mutate } from './mutate.ts';
import { VALUE_TARGETS } from './value-targets.ts';

/** Bytes as they come off a pipe: what is no UTF-8 is replaced by Node. */
const bytes = fc.uint8Array({ maxLength: 400 }).map((each) => Buffer.from(each).toString('utf8'));
const pieces = fc
  .array(fc.oneof(fc.string({ unit: 'binary', maxLength: 8 }), fc.constantFrom('\t', '\x1e', '"')))
  .map((each) => each.join(''));
const json = fc.jsonValue({ maxDepth: 8 }).map((value) => JSON.stringify(value));

function mutantsOf({ seeds }: FuzzTarget): fc.Arbitrary<string> {
  return fc
    .tuple(fc.constantFrom(...seeds), fc.nat())
    .map(([seed, number]) => mutate(seed, seeds, createRandom(number)));
}

describe.each([...FRAME_TARGETS, ...VALUE_TARGETS])('the reader of $name (S-5)', (target) => {
  it('holds what it promises for bytes, texts, JSON and frames that were changed', () => {
    const any = fc.oneof(bytes, pieces, json, mutantsOf(target), mutantsOf(target));
    fc.assert(fc.property(any, target.check), { numRuns: 400 });
  });

  it('holds it for its frames cut off at every place', () => {
    for (const seed of target.seeds)
      for (let end = 0; end < Math.min(seed.length, 600); end += 1)
        target.check(seed.slice(0, end));
  });

  it('holds it for values that are deep, many or long', () => {
    for (const text of [
      '['.repeat(200_000) + ']'.repeat(200_000),
      `{"content":${'[{"a":'.repeat(50_000)}`,
      `{"tools":[${'{},'.repeat(20_000)}{}],"reducers":[${'"a",'.repeat(20_000)}"a"]}`,
      `{"content":[${'{"type":"text","text":""},'.repeat(20_000)}null]}`,
      '\t'.repeat(300_000),
      '9'.repeat(300_000),
    ])
      target.check(text);
  });
});

describe('a frame (S-5)', () => {
  it.each([
    'reached\t007',
    'reached\t 7',
    'reached\t+7',
    'reached\t7.0',
    'reached\t7e0',
    'reached\t',
  ])('whose number is written in another way is none: %j', (text) => {
    fc.assert(fc.property(fc.constant(text), (each) => readRunnerFrame(each) === undefined));
  });
});
