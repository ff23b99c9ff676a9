import type { Host } from '@mortise/host';

/** How often a host that serves looks for what is old, ms. */
const EVERY_MS = 60 * 60 * 1_000;

/** Has a host take away what is old now and every hour; what went is in its log. Answers how to stop. */
export function keepPruned(host: Host): () => void {
  const prune = () => void host.prune();
  prune();
  const timer = setInterval(prune, EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}
