import { describe, it } from 'vitest';
import { whyNoBroker } from './find-nats-server.ts';

const noBroker = await whyNoBroker();

/** Tests that need a broker; where none can be had they are one that is skipped, with the reason. */
export function describeWithBroker(title: string, tests: () => void): void {
  describe(title, () => {
    if (noBroker === undefined) tests();
    else it('needs a broker', ({ skip }) => skip(noBroker));
  });
}
