import { attackSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'answers with dates, maps, sparse arrays, typed arrays and boxed values',
  source: attackSource(`
    const structured = { date: new Date(0), map: new Map([[1, 2]]), set: new Set([1]), sparse: [, , 1], typed: new Uint8Array([1]), boxed: Object('x'), nan: NaN, zero: -0, regex: /x/, error: new Error('x'), gone: undefined, fun() {} };
    return { ...say(JSON.stringify(structured)), structured };`),
  expect: {
    text: '{"date":"1970-01-01T00:00:00.000Z","map":{},"set":{},"sparse":[null,null,1],"typed":{"0":1},"boxed":"x","nan":null,"zero":0,"regex":{},"error":{}}',
  },
};
