import { MemoryReplicaRegistry } from '@mortise/host';
import { describe } from 'vitest';
import { replicaRegistrySuite } from './replica-registry-suite.ts';

describe('MemoryReplicaRegistry (C-1)', () => {
  replicaRegistrySuite(() => new MemoryReplicaRegistry());
});
