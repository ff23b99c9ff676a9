import type { Logger } from '@mortise/contracts';
import type { ApiParts, ApiRequest, ApiRoute } from './api-route.ts';

export interface RecordParts {
  readonly parts: ApiParts;
  readonly logger: Logger;
}

/** Handles a request; what operators change is written down, with who did it and how it went. */
export async function handleRecorded(
  request: ApiRequest,
  route: ApiRoute,
  { parts, logger }: RecordParts,
): Promise<unknown> {
  if (!isChange(route)) return route.handle(request, parts);
  let decision: 'allowed' | 'failed' = 'failed';
  try {
    const value = await route.handle(request, parts);
    decision = 'allowed';
    return value;
  } finally {
    try {
      const { principal, params } = request;
      const target = Object.values(params).join(' ');
      const action = `api.${route.operationId}`;
      parts.host.audit.recordAction({ principal, action, target, decision });
    } catch (error) {
      // It is done; that it could not be written down is a diagnostic of the host, too.
      logger.error({ error, operation: route.operationId }, 'An action was not written down.');
    }
  }
}

/** Calls of tools are recorded as such. */
function isChange({ method, role, place }: ApiRoute): boolean {
  return method !== 'get' && place !== 'call' && role !== 'call' && role !== 'public';
}
