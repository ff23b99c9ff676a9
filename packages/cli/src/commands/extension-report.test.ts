import { describe, expect, it } from 'vitest';
import { formatRequests } from './extension-report.ts';

describe('what an operator reads before granting (E-10, M-9)', () => {
  it('is one line for each capability, with the reason of the author', () => {
    expect(
      formatRequests({
        network: { allowedHosts: ['api.test'], reason: 'It asks for the weather.' },
        secrets: { names: ['KEY'], reveal: true },
        storage: { scope: 'shared', reason: 'One cache for all.' },
        fs_reach: { read: ['*'], write: ['/data'] },
      }),
    ).toEqual([
      'network     "host api.test", "method GET", "method HEAD", because "It asks for the weather."',
      'secrets     "secret KEY", "reading the values themselves", no reason given',
      'storage     "key-value storage of 1000000 bytes", "storage that all agents share", because "One cache for all."',
      'fs_reach    "read *", "write /data", no reason given',
    ]);
  });

  it('cannot move the cursor of a terminal or write a second line', () => {
    const reason = 'harmless\n  asks for  nothing\u001b[2K';
    const [line] = formatRequests({ process: { allowedBinaries: ['sh\u001b[1A'], reason } });
    expect(line).toBe(
      'process     "program sh\\u001b[1A, any arguments", because "harmless\\n  asks for  nothing\\u001b[2K"',
    );
  });
});
