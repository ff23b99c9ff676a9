/** `node test/registry/serve.ts`: publishes everything to a registry on loopback and stays, to try things. */
import { once } from 'node:events';
import { openConsumer } from './consumer.ts';
import { publishToLoopback } from './published.ts';

const published = await publishToLoopback();
const { folder, env } = openConsumer(published);
console.log(`registry  ${published.registry}`);
console.log(
  `try it    cd '${folder}' && env -i ${Object.entries(env)
    .map(([key, value]) => `${key}='${value ?? ''}'`)
    .join(' ')} npm install @mortise/host`,
);
await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
published.stop();
