import { Type } from '@sinclair/typebox';
import type { ApiRoute } from '../api-route.ts';
import { EVENT_ROLES } from '../events/event-log.ts';

const TYPES = Object.keys(EVENT_ROLES).join(', ');

export const EVENT_ROUTES: readonly ApiRoute[] = [
  {
    method: 'get',
    path: '/api/events',
    operationId: 'streamEvents',
    role: 'view',
    isPerAgent: true,
    place: 'stream',
    summary: `What happens, as server-sent events (${TYPES}), from behind \`Last-Event-ID\`; \`reset\` says that some are lost and everything should be asked for anew.`,
    tag: 'events',
    query: Type.Object({
      lastEventId: Type.Optional(
        Type.String({
          maxLength: 64,
          description: 'The same as the header, for those who cannot set it.',
        }),
      ),
    }),
    response: Type.String(),
    responseType: 'text/event-stream',
    handle: ({ principal, signal, query, header }, { events }) => {
      const lastEventId = header('last-event-id') ?? (query['lastEventId'] as string | undefined);
      return events.open({ principal, signal, lastEventId });
    },
  },
];
