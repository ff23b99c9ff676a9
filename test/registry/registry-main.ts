/**
 * A registry on loopback, as a program: its settings come in one message, its port goes back in one.
 * What it does not have itself it takes from the registry that npm is set to.
 */
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { runServer } from 'verdaccio';

export interface RegistrySettings {
  /** Where packages are kept. */
  readonly storage: string;
  /** The registry behind this one. */
  readonly uplink: string;
}

process.once('message', (settings) => void start(settings as RegistrySettings));
// The test is over, or gone.
process.once('disconnect', () => process.exit());

async function start({ storage, uplink }: RegistrySettings): Promise<void> {
  const all = { access: '$all', publish: '$all', unpublish: '$all' };
  const config = {
    storage,
    self_path: storage,
    // Ours are never asked for elsewhere: what is tested is what was published here.
    packages: {
      '@mortise/*': all,
      mortise: all,
      'create-mortise': all,
      '**': { access: '$all', proxy: 'behind' },
    },
    uplinks: { behind: { url: uplink, timeout: '60s', max_fails: 100, maxage: '1d' } },
    auth: { htpasswd: { file: join(storage, 'htpasswd'), max_users: 100 } },
    max_body_size: '100mb',
    web: { enable: false },
    log: { type: 'file', path: join(storage, 'registry.log'), format: 'json', level: 'warn' },
  };
  const server = (await runServer(config as unknown as string)) as Server;
  server.listen(0, '127.0.0.1', () => {
    process.send?.({ port: (server.address() as AddressInfo).port });
  });
}
