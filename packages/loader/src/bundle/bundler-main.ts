import { readFileSync, writeSync } from 'node:fs';
import { deserialize } from 'node:v8';
import { bundleExtension } from './bundle-extension.ts';
import type { BundleRequest } from './bundle-request.ts';

// One process for one package: what a parser does to this process ends with it. The request comes on
// the standard input, and the reply goes as JSON to a descriptor that is there for nothing else.
const REPLY = 3;

const request: BundleRequest = deserialize(readFileSync(0));
let rest = Buffer.from(JSON.stringify(await bundleExtension(request)));
while (rest.length > 0) rest = rest.subarray(writeSync(REPLY, rest));
// Threads of the bundler may still be at work.
process.exit(0);
