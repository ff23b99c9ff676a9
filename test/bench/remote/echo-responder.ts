/** The least that answers over NATS: `node echo-responder.ts <url>` says back what it is told, one of a group. */
import { connect } from '@nats-io/transport-node';

const [url = ''] = process.argv.slice(2);
const connection = await connect({ servers: url });
connection.subscribe('bench.echo', {
  queue: 'bench',
  callback: (error, message) => {
    if (error === null) message.respond(message.data);
  },
});
await connection.flush();
console.log('ready');
