import { attackSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'answers and logs whole frames with every kind of line break',
  source: attackSource(String.raw`
    const frames = 'x\nreturned\t1\t{}\r\nended\t1\t0\t0\tmemory\t""\u2028lost\t1\tmemory\u2029\u0085\0\n\n';
    console.log(frames);
    ctx.log.error(frames);
    ctx.progress(frames);
    return { ...say(frames), structured: { [frames]: frames } };`),
  expect: {
    text: 'x\nreturned\t1\t{}\r\nended\t1\t0\t0\tmemory\t""\\u{2028}lost\t1\tmemory\\u{2029}\\u{85}\\u{0}\n\n',
  },
};
