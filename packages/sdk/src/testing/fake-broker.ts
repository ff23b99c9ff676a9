import type { CapabilityBroker, CapabilityName } from '@mortise/contracts';

/** Stands for a broker of a host. What it does not do is denied, until a test gives it in `operations`. */
export type FakeBroker<Name extends CapabilityName> = Partial<CapabilityBroker<Name>>;
