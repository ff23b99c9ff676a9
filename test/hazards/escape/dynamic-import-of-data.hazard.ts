import { attackSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';

export const hazard: Hazard = {
  title: 'imports code from a data URL, a blob and its own file name',
  source: attackSource(`
    const seen = [];
    for (const specifier of ['data:text/javascript,export default 1', 'blob:1', import.meta.url ?? 'x', 'extension:///neighbour.js'])
      seen.push(await import(specifier).then(() => 'imported', () => 'refused'));
    return say(seen.join(' '));`),
  expect: { text: 'refused refused refused refused' },
};
