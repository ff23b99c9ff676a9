import type { CapabilityName } from './capability-table.ts';

const EXAMPLES: { readonly [Name in CapabilityName]: string } = {
  network: '{ allowedHosts: ["api.example.com"] }',
  secrets: '{ names: ["API_KEY"] }',
  storage: '{}',
  fs_reach: '{}',
  process: '{ allowedBinaries: ["git"] }',
  attachments: '{ kinds: "*" }',
  elicitation: '{}',
  sampling: '{}',
};

/**
 * The least that can be written to ask for a capability, as an author writes it: `storage: {}`. Messages that
 * say what to write say it, so it must be a request that counts.
 */
export function exampleRequest(name: CapabilityName): string {
  return `${name}: ${EXAMPLES[name]}`;
}
