import {
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  PROTOCOL_VERSION_META_KEY,
  type Server,
} from '@modelcontextprotocol/server';
import type { CallContext } from './call-context.ts';

/** What the client of one request can be asked for. */
export interface ClientAbilities {
  /** Forms for its user. */
  readonly elicits: boolean;
  /** Text of its model. */
  readonly samples: boolean;
  /** It is asked by results of its requests; a client of before is sent requests. */
  readonly isModern: boolean;
}

interface Envelope {
  readonly [CLIENT_CAPABILITIES_META_KEY]?: ClientCapabilities;
  readonly [PROTOCOL_VERSION_META_KEY]?: string;
}

export function abilitiesOf(
  server: Server,
  { mcpReq }: { readonly mcpReq: Pick<CallContext['mcpReq'], 'envelope'> },
): ClientAbilities {
  // The SDK has checked the envelope; its type only does not say what is in it.
  const envelope: Envelope = mcpReq.envelope ?? {};
  const declared = envelope[CLIENT_CAPABILITIES_META_KEY] ?? server.getClientCapabilities();
  const elicitation = declared?.elicitation;
  return {
    // Clients of before there were modes declare none and take forms.
    elicits:
      elicitation !== undefined &&
      (elicitation.form !== undefined || elicitation.url === undefined),
    samples: declared?.sampling !== undefined,
    isModern: envelope[PROTOCOL_VERSION_META_KEY] !== undefined,
  };
}
