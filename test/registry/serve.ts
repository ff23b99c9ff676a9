/** `node test/registry/serve.ts`: publishes everything to a registry on loopback and stays, to try things. */
import { once } from 'node:events';
import { openConsumer } from './consumer.ts';
import { publishToLoopback } from './published.ts';

const { stop, ...published } = await publishToLoopback();
const consumer = openConsumer(published);
const env = Object.entries(consumer.env).map(([name, value]) => `${name}='${value ?? ''}'`);
console.log(`registry  ${published.registry}`);
console.log(`tests     MORTISE_PUBLISHED='${JSON.stringify(published)}' pnpm test:registry`);
console.log(`a shell   cd '${consumer.folder}' && env -i ${env.join(' ')} sh`);
await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
consumer[Symbol.dispose]();
stop();
