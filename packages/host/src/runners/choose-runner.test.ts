import type { RunnersConfig } from '@mortise/contracts';
import type { CallFacts } from '@mortise/runner-nats';
import { describe, expect, it } from 'vitest';
import { createRunnerChoice } from './choose-runner.ts';

const call: CallFacts = {
  ...{ extensionId: 'words', trust: 'third-party', callsHere: 0, hasNode: () => true },
};
const busy = { callsHere: 8 };

describe('where a call runs (C-2)', () => {
  it.each<[string, RunnersConfig, Partial<CallFacts>, string]>([
    ['nothing is said', {}, {}, 'remote runners.use'],
    ['all run here', { use: 'local' }, {}, 'local runners.use'],
    [
      'it is named',
      { rules: [{ extensions: ['words'], use: 'local' }] },
      {},
      'local runners.rules[0]',
    ],
    [
      'another is named',
      { rules: [{ extensions: ['x'], use: 'local' }] },
      {},
      'remote runners.use',
    ],
    [
      'two rules hold',
      {
        rules: [
          { trust: 'third-party', use: 'remote' },
          { extensions: ['words'], use: 'local' },
        ],
      },
      {},
      'remote runners.rules[0]',
    ],
    [
      'it is trusted',
      { rules: [{ trust: 'first-party', use: 'local' }] },
      { trust: 'first-party' },
      'local runners.rules[0]',
    ],
    ['it is not', { rules: [{ trust: 'first-party', use: 'local' }] }, {}, 'remote runners.use'],
    [
      'here is room',
      { use: 'local', rules: [{ load: 8, use: 'remote' }] },
      {},
      'local runners.use',
    ],
    [
      'here is none',
      { use: 'local', rules: [{ load: 8, use: 'remote' }] },
      busy,
      'remote runners.rules[0]',
    ],
    [
      'here is none, and no node is there',
      { use: 'local', rules: [{ load: 8, use: 'remote' }] },
      { ...busy, hasNode: () => false },
      'local runners.use',
    ],
    ['no node is there', { use: 'remote' }, { hasNode: () => false }, 'remote runners.use'],
  ])('when %s', (_when, config, facts, then) => {
    const { place, because } = createRunnerChoice(config)({ ...call, ...facts });
    expect(`${place} ${because}`).toBe(then);
  });
});
