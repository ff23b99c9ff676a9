import { describe, expect, it } from 'vitest';
import { readCrashOutput } from './crash-output.ts';

describe('readCrashOutput (S-4)', () => {
  it.each([
    {
      what: 'a size V8 cannot have',
      text: '#\n# Fatal error in , line 0\n# Fatal JavaScript invalid size error 268435456 (see crbug.com/1201626)\n#',
      line: '# Fatal JavaScript invalid size error 268435456 (see crbug.com/1201626)',
      isOutOfMemory: true,
    },
    {
      what: 'the handler of isolated-vm',
      text: '\n<--- Last few GCs --->\n\nCALL_AND_RETRY_LAST\nis_heap_oom = 1\n\n<--- Heap statistics --->\n',
      line: 'is_heap_oom = 1',
      isOutOfMemory: true,
    },
    {
      what: 'the handler of Node',
      text: 'FATAL ERROR: invalid table size Allocation failed - JavaScript heap out of memory\n',
      line: 'FATAL ERROR: invalid table size Allocation failed - JavaScript heap out of memory',
      isOutOfMemory: true,
    },
    {
      what: 'another fatal error',
      text: '# Fatal error in ../x.cc, line 3\n# Check failed: (location_) != nullptr.\n',
      line: '# Check failed: (location_) != nullptr.',
      isOutOfMemory: false,
    },
    {
      what: 'a stack trace with a function of that name',
      text: '# Check failed: x.\n----- JavaScript stack trace -----\n1: FATAL ERROR: out of memory (a.js)\n',
      line: '# Check failed: x.',
      isOutOfMemory: false,
    },
    {
      what: 'no room for V8 itself',
      text: '\n\n#\n# Fatal process out of memory: Failed to reserve virtual memory for CodeRange\n#\n',
      line: '# Fatal process out of memory: Failed to reserve virtual memory for CodeRange',
      isOutOfMemory: true,
    },
    {
      what: 'no room for V8 itself, in the words of Node 26',
      text: '#\n# Fatal process out of memory: SegmentedTable::InitializeTable (subspace allocation)\n#\n',
      line: '# Fatal process out of memory: SegmentedTable::InitializeTable (subspace allocation)',
      isOutOfMemory: true,
    },
    { what: 'nothing', text: '', line: '', isOutOfMemory: false },
  ])('$what', ({ what, text, line, isOutOfMemory }) => {
    const isWithoutRoom = what.startsWith('no room for V8 itself');
    expect(readCrashOutput(text)).toEqual({ line, isOutOfMemory, isWithoutRoom });
  });
});
