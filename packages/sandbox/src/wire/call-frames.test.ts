import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  answeredCall,
  answerHead,
  CALL_BODY,
  CALL_HEAD,
  COST_DIGITS,
  REDUCTIONS,
  RESULT_BODIES,
  RESULT_HEAD,
  readCall,
  readGuestResult,
  readResult,
  resultKind,
  textFields,
  writeCall,
  writeCallBody,
  writeResult,
  writeReturned,
  writeText,
} from './call-frames.ts';
import { createWriters } from './frame-codec.ts';

/** What the declarations say, written by the codec that all other frames have. */
const declared = createWriters({
  call: { ...CALL_HEAD, ...CALL_BODY },
  returned: { ...RESULT_HEAD, ...RESULT_BODIES.returned },
  text: { ...RESULT_HEAD, ...RESULT_BODIES.text },
});
const declaredForGuest = createWriters({
  returned: { seq: RESULT_HEAD.seq, ...RESULT_BODIES.returned },
  text: { seq: RESULT_HEAD.seq, ...RESULT_BODIES.text },
});

const word = fc.stringMatching(/^\w*$/);
const json = fc.jsonValue().map((value) => JSON.stringify(value));
const text = fc.string().map((value) => value.replaceAll('\x1e', ''));

describe('the frames of a call', () => {
  it('are what they are declared to be', () => {
    const head = fc.record({
      isolate: fc.nat(),
      timeoutMs: fc.nat(),
      mustSpin: fc.boolean(),
      seq: fc.nat(),
      toolName: word,
    });
    const body = fc.record({
      mode: fc.constantFrom(...CALL_BODY.mode),
      callId: word,
      facts: json,
      textCount: fc.nat({ max: 8 }),
      args: json,
    });
    fc.assert(
      fc.property(head, body, fc.array(word, { maxLength: 3 }), (call, guest, texts) => {
        const args = [guest.args, ...texts].join('\x1d');
        const frame = writeCall(call, writeCallBody({ ...guest, args }));
        expect(frame).toBe(declared.call({ ...call, ...guest, args }));
        const line = `${call.seq}\t${call.toolName}\t${writeCallBody(guest)}`;
        const read = readCall(frame.slice(0, -1), (...parts) => parts);
        expect(read).toEqual([call, [line, ...texts]]);
      }),
    );
  });

  it.each(['call\t', 'call\t1\t2\t0\t3', 'call\t1\t2\t0\tx\ttool\trun\t1\t{}\t0\t{}'])(
    'are not read without what they need: %j',
    (frame) => {
      expect(readCall(frame, (head) => head)).toBeUndefined();
    },
  );
});

describe('the frames of a result', () => {
  it('are what they are declared to be, from the guest to the host', () => {
    const cost = fc.record({ cpuMicros: fc.nat(), heapBytes: fc.nat() });
    fc.assert(
      fc.property(fc.nat(), cost, json, (seq, measured, result) => {
        const said = writeReturned(seq, result);
        expect(said).toBe(declaredForGuest.returned({ seq, result }));
        const relayed = writeResult({ ...measured, ...expectResult(said) });
        expect(relayed).toBe(declared.returned({ seq, ...measured, result }));
        expect(readResult(relayed.slice(0, -1), 'returned')).toEqual({
          kind: 'returned',
          seq,
          ...measured,
          body: result,
        });
      }),
    );
  });

  it('are the same for a result that is one text', () => {
    const reduction = fc.record({ state: fc.constantFrom(...REDUCTIONS), rawChars: fc.nat() });
    fc.assert(
      fc.property(fc.nat(), reduction, text, (seq, reduced, result) => {
        const said = writeText(seq, reduced, result);
        expect(said).toBe(declaredForGuest.text({ seq, ...reduced, text: result }));
        const measured = { cpuMicros: 1, heapBytes: 2 };
        const relayed = writeResult({ ...measured, ...expectResult(said) });
        expect(relayed).toBe(declared.text({ seq, ...measured, ...reduced, text: result }));
      }),
    );
  });

  it('are kept as the host reads them, with nothing but their cost to be filled in', () => {
    const kept = `${answerHead('text', 7)}${textFields({ state: 'applied', rawChars: 9 })}one\ttwo`;
    expect(readResult(kept, 'text')).toEqual({
      kind: 'text',
      seq: 7,
      cpuMicros: 0,
      heapBytes: 0,
      body: 'applied\t9\tone\ttwo',
    });
    const zeros = '0'.repeat(COST_DIGITS);
    expect(answerHead('ended', 12)).toBe(`ended\t12\t${zeros}\t${zeros}\t`);
  });

  it.each([
    { frame: 'returned\t12\t1\t1\t{}', then: 12 },
    { frame: 'ended\t3\t1\t1\tcpu\t""', then: 3 },
    { frame: 'returned\tx\t1\t1\t{}', then: undefined },
    { frame: 'returned\t1', then: undefined },
    { frame: 'returned', then: undefined },
  ])('$frame is of call $then', ({ frame, then }) => {
    expect(answeredCall(frame)).toBe(then);
  });

  it.each([
    { frame: 'returned\t1\t2\t3\t{}', then: 'read' },
    { frame: 'returned\t1\tNaN\t-1\t{}', then: 'read' },
    { frame: 'returned\t1\t2\t3', then: 'refused' },
    { frame: 'returned\tx\t2\t3\t{}', then: 'refused' },
    { frame: 'text\t1', then: 'refused' },
    { frame: 'returned', then: 'of another kind' },
    { frame: 'ended\t1\t2\t3\tcpu\t""', then: 'of another kind' },
  ])('$frame is $then', ({ frame, then }) => {
    const kind = resultKind(frame);
    const isRead = kind !== undefined && readResult(frame, kind) !== undefined;
    expect(kind === undefined ? 'of another kind' : isRead ? 'read' : 'refused').toBe(then);
  });
});

function expectResult(frame: string): NonNullable<ReturnType<typeof readGuestResult>> {
  const result = readGuestResult(frame.slice(0, -1));
  if (result === undefined) throw new Error('it was not read');
  return result;
}
