import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { ClientKind } from '../driven-client.ts';
import { connectV1, startV1 } from './sdk-v1.ts';

const require = createRequire(import.meta.url);
const MANIFEST = require.resolve('mcp-remote/package.json');
const PROXY = join(MANIFEST, '..', require(MANIFEST).bin['mcp-remote']);

/** A program between a client that has only standard streams and a host that is reached over HTTP. */
export const mcpRemote: ClientKind = {
  name: 'mcp-remote',
  package: 'mcp-remote',
  over: ['HTTP'],
  lacks: {},
  connect: (target) => {
    if (target.over !== 'HTTP') throw new Error('mcp-remote speaks HTTP.');
    const header = `Authorization:Bearer ${target.token}`;
    const words = [target.url, '--allow-http', '--transport', 'http-only', '--header', header];
    return connectV1(startV1(process.execPath, [PROXY, ...words]));
  },
};
