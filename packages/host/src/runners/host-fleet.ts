import { setTimeout as pause } from 'node:timers/promises';
import type { FleetStatus, Sandbox } from '@mortise/sandbox';
import { fleetDiagnostics } from './fleet-diagnostics.ts';

/** Nodes say every second that they are there; a broker across the world answers in less. */
const PATIENCE_MS = 5_000;
const LOOK_MS = 50;

/** Knows the fleet of a host, and waits for it where a host was just opened. */
export class HostFleet {
  readonly #sandbox: Sandbox;
  #known: Promise<void> | undefined;

  constructor(sandbox: Sandbox) {
    this.#sandbox = sandbox;
  }

  get status(): FleetStatus | undefined {
    return this.#sandbox.status().fleet;
  }

  /** The same once something can be said: a node serves, or it is known why none does. Never rejects. */
  async whenKnown(): Promise<FleetStatus | undefined> {
    if (this.status === undefined) return undefined;
    this.#known ??= this.#wait();
    await this.#known;
    return this.status;
  }

  async #wait(): Promise<void> {
    const end = performance.now() + PATIENCE_MS;
    while (performance.now() < end && !isKnown(this.status)) await pause(LOOK_MS);
  }
}

function isKnown(status: FleetStatus | undefined): boolean {
  const serves = status?.nodes.some(({ state }) => state === 'serving') === true;
  return serves || fleetDiagnostics(status).length > 0;
}
