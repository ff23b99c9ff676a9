import {
  type AuditSink,
  CAPABILITIES,
  type CapabilityBrokers,
  type CapabilityGrants,
  type CapabilityName,
  CapabilityRefusal,
  type CapabilitySubject,
  exampleRequest,
  type FoundOperation,
  findGrantFault,
  findOperation,
  interpretInput,
  isCapabilityName,
  type JsonValue,
  type Logger,
  narrowGrant,
  type RequestedCapabilities,
  recordedSubject,
} from '@mortise/contracts';

/** One request of a guest, with what the host knows of its caller. */
export interface HostCallRequest {
  /** `<capability>.<operation>`, as the guest says. */
  readonly name: string;
  /** Undefined for what was no usable JSON. */
  readonly rawInput: unknown;
  /** What the operator granted to the extension. */
  readonly granted: CapabilityGrants;
  /** What the tool declares. */
  readonly declared: RequestedCapabilities;
  readonly subject: CapabilitySubject;
}

export type HostCallReply =
  | { readonly ok: true; readonly value: JsonValue }
  | {
      readonly ok: false;
      readonly code: CapabilityRefusal['code'];
      readonly message: string;
      /** What the system said, where a guest may know it. */
      readonly system?: string;
    };

export interface HostCallParts {
  readonly brokers: CapabilityBrokers;
  readonly audit: AuditSink;
  /** Wall clock in ms. */
  readonly now: () => number;
  readonly logger: Logger;
}

/**
 * Does one host call: finds the operation in the table, checks grant and input, asks the broker,
 * and records one audit entry, whatever came of it. Rejects only if the audit log does.
 */
export async function dispatchHostCall(
  request: HostCallRequest,
  parts: HostCallParts,
): Promise<HostCallReply> {
  const attempt: Attempt = { target: '' };
  const reply = await answer(request, parts, attempt);
  // What it goes on with was recorded when it began.
  if (reply.ok && attempt.isContinued) return reply;
  const who = recordedSubject(request.subject);
  parts.audit.record({
    at: parts.now(),
    kind: 'capability',
    decision: decisionOf(reply),
    action: request.name.slice(0, 60),
    target: attempt.target.slice(0, 500),
    ...(reply.ok ? {} : { reason: reply.message }),
    ...who,
  });
  return reply;
}

/**
 * Whether a call that asks for this waits for who is behind its caller. What was not granted is refused at once: a
 * call must not be rid of its turn by asking for it.
 */
export function waitsOutside(name: string, granted: CapabilityGrants): boolean {
  const found = findOperation(name);
  return found?.definition.waitsOutside === true && granted[found.capability] !== undefined;
}

export const UNUSABLE_INPUT = 'What was asked is not usable JSON.';

/** What is known of a request once its input has been read. */
interface Attempt {
  target: string;
  isContinued?: boolean;
}

type Operate = (input: object, grant: unknown, subject: CapabilitySubject) => unknown;

async function answer(
  request: HostCallRequest,
  parts: HostCallParts,
  attempt: Attempt,
): Promise<HostCallReply> {
  try {
    const found = requireOperation(request.name);
    const grant = requireGrant(found, request);
    const operate = requireBroker(found, parts.brokers);
    if (request.rawInput === undefined) throw failed(UNUSABLE_INPUT);
    const input = interpretInput(found.definition, request.rawInput);
    attempt.target = found.definition.target(input);
    attempt.isContinued = found.definition.isContinued === true;
    if (request.subject.signal.aborted) throw failed('The call has ended.');
    const value = await operate(input, grant, request.subject);
    // The broker's own type says what it answers; JSON has no word for nothing but null.
    return { ok: true, value: (value ?? null) as JsonValue };
  } catch (error) {
    return describeFault(error, request, parts.logger);
  }
}

function requireOperation(name: string): FoundOperation {
  const found = findOperation(name);
  if (found !== undefined) return found;
  const dot = name.indexOf('.');
  const capability = name.slice(0, Math.max(0, dot));
  throw isCapabilityName(capability)
    ? failed(`"${name.slice(dot + 1, dot + 41)}" is not an operation of ${capability}.`)
    : denied(`${name.slice(0, 50)} is not a capability.`);
}

/** What the tool may use of the capability: granted and declared, both. */
function requireGrant({ capability }: FoundOperation, request: HostCallRequest): unknown {
  const { toolName } = request.subject;
  const granted = request.granted[capability];
  if (granted === undefined) throw denied(notGranted(capability, request.subject));
  const fault = findGrantFault(capability, granted);
  if (fault !== undefined) throw denied(`The grant of ${capability} cannot be used: ${fault}.`);
  const asked = request.declared[capability];
  if (asked === undefined) {
    throw denied(
      `${toolName} does not declare the capability ${capability}. Its author writes this on the tool: capabilities: { ${exampleRequest(capability)} }`,
    );
  }
  const grant = narrowGrant(capability, { granted, asked, asker: 'tool' });
  if (grant !== undefined) return grant;
  throw denied(
    `What ${toolName} declares of ${capability} is not within what is granted. ${widerGrant(capability, request.subject)}`,
  );
}

function notGranted(capability: CapabilityName, subject: CapabilitySubject): string {
  const { extensionId, server } = subject;
  const who = server === undefined ? `extension ${extensionId}` : `MCP server ${server}`;
  return `${capability} is not granted to the ${who}. If you trust it with it: ${grantPlace(capability, subject)}`;
}

function widerGrant(capability: CapabilityName, subject: CapabilitySubject): string {
  return `Declare less on the tool, or, if you trust it with more: ${grantPlace(capability, subject)}`;
}

/** Where an operator grants it. */
function grantPlace(
  capability: CapabilityName,
  { extensionId, server }: CapabilitySubject,
): string {
  return server === undefined
    ? grantCommand(capability, extensionId)
    : `mcp_servers.${server}.grants.${capability} in the configuration`;
}

/** What an operator types; what the value may be stands in the table. */
function grantCommand(capability: CapabilityName, extensionId = '<id>'): string {
  const { form }: { readonly form: string } = CAPABILITIES[capability].values;
  return `mortise grant ${extensionId} ${capability} <value>, where a value is ${form}`;
}

function requireBroker({ capability, operation }: FoundOperation, brokers: CapabilityBrokers) {
  const broker = brokers[capability];
  if (broker === undefined) throw denied(`This host has no ${capability} capability.`);
  // A name of the table; what the broker has there takes this operation's input and grant.
  const operate = Reflect.get(broker, operation) as Operate | undefined;
  if (operate === undefined) throw denied(`This host has no ${capability}.${operation}.`);
  return operate.bind(broker);
}

/** The text of an unforeseen error may hold paths or values of the host; the guest gets its code only. */
function describeFault(
  error: unknown,
  { name, subject }: HostCallRequest,
  logger: Logger,
): HostCallReply {
  if (CapabilityRefusal.is(error)) {
    const { code, message, system } = error;
    return { ok: false, code, message, ...(system !== undefined && { system }) };
  }
  const code = error instanceof Error ? Reflect.get(error, 'code') : undefined;
  const isOfSystem = typeof code === 'string' && /^[A-Z0-9_]{1,60}$/.test(code);
  if (!isOfSystem) {
    logger.error({ error, extensionId: subject.extensionId, name }, 'a capability broker failed');
  }
  const capability = name.slice(0, name.indexOf('.'));
  const suffix = isOfSystem ? ` (${code})` : '';
  return {
    ok: false,
    code: 'capability_failed',
    message: `The host could not do this with ${capability}${suffix}.`,
  };
}

function decisionOf(reply: HostCallReply): 'allowed' | 'denied' | 'failed' {
  if (reply.ok) return 'allowed';
  return reply.code === 'capability_denied' ? 'denied' : 'failed';
}

function denied(message: string): CapabilityRefusal {
  return new CapabilityRefusal('capability_denied', message);
}

function failed(message: string): CapabilityRefusal {
  return new CapabilityRefusal('capability_failed', message);
}
