import type { ExtensionBundle, SandboxOptions } from './api/sandbox-api.ts';
import { openSandboxFixture, type SandboxFixture, summarise } from './sandbox-fixture.ts';

/** A sandbox with one extension whose tool runs whatever code it is given. */
export interface GuestFixture extends SandboxFixture {
  /** What the code returns, as text or JSON; the code of an outcome that failed. */
  evaluate(code: string): Promise<string>;
}

const RUN = `const AsyncFunction = (async () => {}).constructor;
  const result = await new AsyncFunction('ctx', params.code)(ctx);
  return text(typeof result === 'string' ? result : JSON.stringify(result));`;

/** `network` is granted for all hosts if there is a broker for it. */
export async function openGuestFixture(
  options: Partial<SandboxOptions> = {},
  bundle: Partial<ExtensionBundle> = {},
): Promise<GuestFixture> {
  const fixture = openSandboxFixture(options);
  const hosts = ['*', 'http://*', 'wss://*', 'ws://*'];
  const network = { allowedHosts: hosts, methods: ['GET', 'POST', 'PUT'] };
  const grants = options.brokers?.network === undefined ? {} : { network };
  const source = `const text = (value) => ({ content: [{ type: 'text', text: String(value) }] });
export default (api) => api.registerTool({
  name: 'run', description: 'A tool.', parameters: { type: 'object' }, capabilities: ${JSON.stringify(grants)},
  async execute(id, params, ctx) { ${RUN} },
});`;
  const loaded = await fixture.sandbox.load({ id: 'guest', source, grants, ...bundle });
  if (loaded.status === 'failed') throw new Error(loaded.message);
  return {
    ...fixture,
    evaluate: async (code) => summarise(await fixture.call('guest', 'run', { args: { code } })),
  };
}
