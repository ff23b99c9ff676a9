import { describe, expect, it } from 'vitest';
import { longRequestId } from './long-request.ts';

describe('the id of a request of which only the ends are known (E-14)', () => {
  it.each([
    {
      head: '{"method":"tools/call","params":{"a":"',
      tail: 'x"}},"jsonrpc":"2.0","id":12}',
      id: 12,
    },
    { head: '{ "jsonrpc": "2.0", "id": "é", "method": "m", "params": {', tail: '"x"}}\r', id: 'é' },
    { head: '{"jsonrpc":"2.0","method":"m","id":-1,"params":[', tail: ']}', id: -1 },
    // Of what is inside, and not of the request.
    { head: '{"method":"m","params":{', tail: ',"id":1}}', id: undefined },
    { head: '{"method":"m","params":{"id":1,"a":"', tail: ',\\"id\\":1}"}', id: undefined },
    { head: '{"method":"m","params":{', tail: '"a":"b,\\"id\\":\\"c"}', id: undefined },
    // Of an answer, or of nothing that counts.
    { head: '{"result":{', tail: '},"jsonrpc":"2.0","id":1}', id: undefined },
    { head: '{"method":"m","params":{', tail: '},"id":1.5}', id: undefined },
    { head: '{"method":"m","params":{', tail: '},"id":007}', id: undefined },
    { head: 'xxxx', tail: 'xxxx', id: undefined },
  ])('is $id in $head … $tail', ({ head, tail, id }) => {
    expect(longRequestId({ head, tail })).toBe(id);
  });
});
