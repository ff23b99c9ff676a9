import { expect } from 'vitest';
import { attackSource } from '../attack-source.ts';
import type { Hazard } from '../hazard.ts';
import { expectText } from '../hazard-stage.ts';

const BODY = `
  if (globalThis.kept === undefined) { globalThis.kept = ctx; return say('kept'); }
  for (let count = 0; count < 2_000; count += 1) { globalThis.kept.progress('late'); globalThis.kept.log.info('late'); }
  return say('answered');`;

export const hazard: Hazard = {
  title: 'logs and reports progress for a call that has ended',
  script: async (stage) => {
    await stage.loadWell({ source: attackSource(BODY) });
    const late: string[] = [];
    const onProgress = ({ message }: { readonly message: string }) => late.push(message);
    expectText(await stage.call({ onProgress }), 'kept');
    for (let count = 0; count < 3; count += 1)
      expectText(await stage.call({ onProgress }), 'answered');
    expect(late).toEqual([]);
  },
};
