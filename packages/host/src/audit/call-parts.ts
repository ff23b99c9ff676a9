import {
  type AuditEntry,
  type CallReport,
  hashOf,
  type RuleVerdict,
  type ToolEntry,
  type ToolSurface,
} from '@mortise/contracts';
import { type EntryPart, type EntryRedactor, entryPart } from './entry-parts.ts';

export interface CallPartsOptions {
  /** Where the request of a surface is kept; throws if it cannot be. Absent: nothing is kept. */
  readonly addressOf?: ((surface: ToolSurface) => string | undefined) | undefined;
  readonly redactor: () => EntryRedactor | undefined;
  /** Told why a request could not be kept, and when it could again. */
  readonly onTrouble: (trouble: string | undefined) => void;
}

/** Callers that are remembered; the next one begins anew. */
const MOST_CALLERS = 1_000;
const REMAKE_MS = 6 * 3_600_000;

type CallerFacts = Pick<CallReport, 'sessionKey' | 'agentId' | 'userId' | 'principalId'>;

interface KnownCaller extends CallerFacts {
  readonly part: EntryPart;
}

/** What the entries of calls have in common, made once: who calls, and what is known of the tool. */
export class CallParts {
  readonly #options: CallPartsOptions;
  readonly #definitions = new WeakMap<ToolEntry, string>();
  #tools = new WeakMap<ToolSurface, WeakMap<ToolEntry, ToolPart>>();
  #rulings = new WeakMap<RuleVerdict, EntryPart>();
  readonly #callers = new Map<string, KnownCaller>();
  #redactor: EntryRedactor | undefined;
  /** Wall clock in ms. */
  #madeAt = 0;

  constructor(options: CallPartsOptions) {
    this.#options = options;
  }

  /**
   * The one that parts are made with; another one makes them anew. So does some time: what calls were
   * decided from is kept as long as it is asked for.
   */
  redactor(now: number): EntryRedactor | undefined {
    const redactor = this.#options.redactor();
    if (redactor !== this.#redactor || Math.abs(now - this.#madeAt) > REMAKE_MS) {
      this.#redactor = redactor;
      this.#madeAt = now;
      this.#callers.clear();
      this.#tools = new WeakMap();
      this.#rulings = new WeakMap();
    }
    return redactor;
  }

  /** Of facts that one entry has. */
  partOf(facts: Partial<AuditEntry>): EntryPart {
    return entryPart(facts, this.#redactor);
  }

  /** Of a verdict, which many calls get. */
  rulingOf(ruling: RuleVerdict): EntryPart {
    const known = this.#rulings.get(ruling);
    if (known !== undefined) return known;
    const made = this.partOf({ detail: rulingFacts(ruling) });
    this.#rulings.set(ruling, made);
    return made;
  }

  callerOf(facts: CallerFacts): EntryPart {
    const known = this.#callers.get(facts.sessionKey);
    if (known !== undefined && isSameCaller(known, facts)) return known.part;
    const { sessionKey, agentId, userId, principalId } = facts;
    const part = this.partOf({
      ...{ sessionKey, principalId: principalId ?? 'embedder' },
      ...(agentId === undefined ? {} : { agentId }),
      ...(userId === undefined ? {} : { userId }),
    });
    if (this.#callers.size >= MOST_CALLERS) this.#callers.clear();
    this.#callers.set(sessionKey, { ...pickCaller(facts), part });
    return part;
  }

  toolOf({ entry, surface, toolName, extensionId }: ToolFacts): ToolPart {
    const known = surface && entry && this.#tools.get(surface)?.get(entry);
    // A tool may be asked for by another spelling of its name.
    if (known !== undefined && known.part.facts.toolName === toolName) return known;
    const policy = surface === undefined ? NO_POLICY : this.#policyOf(surface, toolName);
    const facts = {
      ...{ target: toolName, toolName },
      ...(extensionId === undefined ? {} : { extensionId }),
      ...(entry === undefined ? {} : { definitionHash: this.#definitionOf(entry) }),
      ...policy.facts,
    };
    const part = new ToolPart(this.partOf(facts));
    // What could not be kept is tried again with the next call.
    if (surface && entry && policy.isKept) this.#toolsOf(surface).set(entry, part);
    return part;
  }

  #definitionOf(entry: ToolEntry): string {
    const known = this.#definitions.get(entry);
    if (known !== undefined) return known;
    const made = hashOf('definition', entry);
    this.#definitions.set(entry, made);
    return made;
  }

  #policyOf(surface: ToolSurface, toolName: string) {
    const { policyHash } = surface;
    const facts = { policyHash, state: surface.stateOf(toolName) ?? 'unknown' };
    const { addressOf, onTrouble } = this.#options;
    try {
      const requestHash = addressOf?.(surface);
      onTrouble(undefined);
      return {
        facts: requestHash === undefined ? facts : { ...facts, requestHash },
        isKept: true,
      };
    } catch (error) {
      onTrouble(error instanceof Error ? error.message : String(error));
      return { facts, isKept: false };
    }
  }

  #toolsOf(surface: ToolSurface): WeakMap<ToolEntry, ToolPart> {
    const known = this.#tools.get(surface) ?? new WeakMap<ToolEntry, ToolPart>();
    this.#tools.set(surface, known);
    return known;
  }
}

interface PartsBesideTool {
  /** How the call ended. */
  readonly end: EntryPart;
  readonly caller: EntryPart;
  readonly more: EntryPart | undefined;
}

/** What is known of a tool, and the text of its last entry without what was of that call alone. */
class ToolPart {
  readonly part: EntryPart;
  #beside: PartsBesideTool | undefined;
  #text = '';

  constructor(part: EntryPart) {
    this.part = part;
  }

  /** With a comma before it. One text as long as a tool is called by one caller and ends alike. */
  joined(beside: PartsBesideTool): string {
    const { end, caller, more } = beside;
    const last = this.#beside;
    if (last?.end === end && last.caller === caller && last.more === more) return this.#text;
    const rest = more === undefined ? '' : `,${more.text}`;
    this.#beside = beside;
    this.#text = `,${end.text},${this.part.text},${caller.text}${rest}`;
    return this.#text;
  }
}

/** What is kept of a verdict: it is made again from the calls that it was decided with, if they decided. */
export function rulingFacts({ verdict, reason, chain }: RuleVerdict) {
  return { rule: verdict, because: reason, ...(chain === undefined ? {} : { chain }) };
}

const NO_POLICY = { facts: {}, isKept: false } as const;

type ToolFacts = Pick<CallReport, 'entry' | 'surface' | 'toolName' | 'extensionId'>;

function pickCaller({ sessionKey, agentId, userId, principalId }: CallerFacts): CallerFacts {
  return {
    sessionKey,
    ...(agentId === undefined ? {} : { agentId }),
    ...(userId === undefined ? {} : { userId }),
    ...(principalId === undefined ? {} : { principalId }),
  };
}

function isSameCaller(one: CallerFacts, other: CallerFacts): boolean {
  return (
    one.agentId === other.agentId &&
    one.userId === other.userId &&
    one.principalId === other.principalId
  );
}
