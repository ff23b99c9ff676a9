import type { CapabilitySubject } from './capability-broker.ts';

/** What records say of who used a capability: facts, none of the live parts of its call. */
export function recordedSubject(
  subject: CapabilitySubject,
): Omit<CapabilitySubject, 'attachments' | 'client' | 'server' | 'signal' | 'trace'> {
  const {
    attachments: _attachments,
    client: _client,
    server: _server,
    signal: _signal,
    trace: _trace,
    ...who
  } = subject;
  return who;
}
