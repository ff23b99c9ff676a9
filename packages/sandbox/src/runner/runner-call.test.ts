import { describe, expect, it } from 'vitest';
import { RunnerCall } from './runner-call.ts';

const FRAME = 'call\t3\t500\t1\t7\techo\trun\tc1\t{}\t1\t{"a":0}\x1fa\x1dlong';

describe('a call in its runner', () => {
  it('is what its frame says', () => {
    const call = RunnerCall.read(FRAME);
    expect(call).toMatchObject({ isolate: 3, timeoutMs: 500, mustSpin: true, seq: 7 });
    expect(call?.toolName).toBe('echo');
    expect(call?.pieces).toEqual(['7\techo\trun\tc1\t{}\t1\t{"a":0}\x1fa', 'long']);
    expect(RunnerCall.read('call\t3\t500')).toBeUndefined();
  });

  it('keeps no text of its frame once its guest has it', () => {
    const call = RunnerCall.read(FRAME);
    call?.begin(1_000);
    call?.dropTexts();
    expect([call?.toolName, call?.pieces]).toEqual(['', []]);
    expect(call?.deadline).toBe(1_500);
  });

  it('has all of its time and its host calls when it is handed in again', () => {
    const call = RunnerCall.read(FRAME);
    call?.begin(0);
    call?.charge(9);
    call?.countHostCall(4);
    call?.countLogLine();
    call?.begin(100);
    expect([call?.deadline, call?.cpuMicros]).toEqual([600, 0]);
    expect([call?.countHostCall(1), call?.countLogLine()]).toEqual([1, 1]);
  });
});
