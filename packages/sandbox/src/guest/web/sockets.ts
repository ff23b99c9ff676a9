import { EventSource as BasicEventSource } from 'eventsource';
import { nameClasses, networkOfCall, useChunk } from './core.ts';
import { WebSocket } from './web-socket.ts';

interface EventSourceInit {
  readonly fetch?: unknown;
}

/** `EventSource` of the web platform, over `fetch` of the call that made it. */
class EventSource extends BasicEventSource {
  constructor(url: unknown, init: EventSourceInit = {}) {
    const ask = networkOfCall('EventSource');
    const fetch = (input: unknown, options: unknown) =>
      useChunk('body').fetchWith(ask, input, options);
    super(url as string, { fetch, ...init } as never);
  }
}

nameClasses({ EventSource, WebSocket });

export { EventSource, WebSocket };
