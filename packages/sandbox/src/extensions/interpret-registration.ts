import {
  type Diagnostic,
  ERROR_CODES,
  type ErrorCode,
  foldName,
  isRegistrationName,
  jsonDepthWithin,
  type ResolvedLimits,
  showOnOneLine,
  showTool,
  type ToolDescription,
} from '@mortise/contracts';
import type { ToolFault } from './detail-faults.ts';
import { interpretDetails, textsOf } from './interpret-tool-details.ts';
import { findSchemaProblem } from './schema-problem.ts';
import { likelyKey, showKey } from './unread-keys.ts';

/** What is left of a registration after every part of it was checked. */
export interface Registration {
  readonly tools: readonly ToolDescription[];
  readonly reducers: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
}

/** A person reads them. */
const MAX_DIAGNOSTICS = 100;

/**
 * Turns what a guest says it registered into definitions the host can use.
 * All of it is hostile. One bad tool is left out and reported, the others live; undefined
 * if the whole is not a registration.
 */
export function interpretRegistration(
  guestJson: string,
  limits: ResolvedLimits,
): Registration | undefined {
  const guestValue = parse(guestJson);
  if (!isRecord(guestValue) || !Array.isArray(guestValue['tools'])) return undefined;
  const reader = new RegistrationReader(limits);
  for (const guestTool of guestValue['tools']) reader.take(guestTool);
  return reader.finish(guestValue['reducers']);
}

class RegistrationReader {
  readonly #limits: ResolvedLimits;
  readonly #tools = new Map<string, ToolDescription>();
  readonly #diagnostics: Diagnostic[] = [];
  /** Folded names the guest keeps a tool for; it keeps the first, whatever the host makes of it. */
  readonly #offered = new Set<string>();
  #skipped = 0;
  #warned = 0;

  constructor(limits: ResolvedLimits) {
    this.#limits = limits;
  }

  take(guestTool: unknown): void {
    const name = isRecord(guestTool) ? guestTool['name'] : undefined;
    if (!isRecord(guestTool) || typeof name !== 'string') {
      this.#skip('tool_invalid', '', 'It has no name.');
      return;
    }
    const problem = guestTool['problem'];
    if (typeof problem === 'string') {
      this.#skip('tool_invalid', name, explainProblem(problem, textsOf(guestTool['unread'])));
      return;
    }
    if (!isRegistrationName(name)) {
      this.#skip('tool_name_invalid', name, 'The tool was left out.');
      return;
    }
    if (this.#offered.has(foldName(name))) {
      this.#skip('tool_invalid', name, 'Its name is registered twice: rename one of the two.');
      return;
    }
    this.#offered.add(foldName(name));
    if (this.#tools.size >= this.#limits.toolsPerExtension) {
      this.#skip(
        'tool_invalid',
        name,
        `There are more than ${this.#limits.toolsPerExtension} tools, prompts and resources.`,
      );
      return;
    }
    const tool = this.#interpret(name, guestTool);
    if (tool !== undefined) this.#tools.set(foldName(name), this.#show(tool));
  }

  finish(guestReducers: unknown): Registration {
    const names = Array.isArray(guestReducers) ? guestReducers : [];
    const tools = [...this.#tools.values()];
    const reducers = tools.map((tool) => tool.name).filter((name) => names.includes(name));
    return { tools, reducers, diagnostics: [...this.#diagnostics, ...this.#untold()] };
  }

  /** The tool works without the part: who wrote it must hear of it all the same. */
  #warn(name: string, { code, path, message }: ToolFault): void {
    this.#warned += 1;
    if (this.#warned > MAX_DIAGNOSTICS) return;
    const subject = showOnOneLine(name.slice(0, 100));
    const { summary, hint } = ERROR_CODES[code];
    const said = `${summary} ${subject}, ${showOnOneLine(`${path}: ${message}`)}`;
    // A key that is like none may be of a newer version, or state that a tool keeps for itself.
    const isGuess = code === 'tool_key_unknown' && !message.includes('did you mean');
    const severity = isGuess ? 'info' : 'warning';
    this.#diagnostics.push({ code, severity, subject, path, message: said, hint });
  }

  #untold(): readonly Diagnostic[] {
    const skipped = this.#skipped - MAX_DIAGNOSTICS;
    const warned = this.#warned - MAX_DIAGNOSTICS;
    return [
      ...more('tool_invalid', skipped, 'more were left out.'),
      ...more('tool_part_ignored', warned, 'more are not listed.'),
    ];
  }

  #interpret(name: string, guestTool: GuestRecord): ToolDescription | undefined {
    const description = guestTool['description'];
    if (typeof description !== 'string' || description.length > this.#limits.descriptionChars) {
      this.#skip(
        'tool_invalid',
        name,
        `It needs a description of at most ${this.#limits.descriptionChars} characters.`,
      );
      return undefined;
    }
    const schema = this.#schema(name, guestTool['schema']);
    const hasOutput = guestTool['outputSchema'] !== undefined;
    const outputSchema = hasOutput ? this.#schema(name, guestTool['outputSchema']) : undefined;
    if (schema === undefined || (hasOutput && outputSchema === undefined)) return undefined;
    const { details, faults } = interpretDetails(guestTool);
    for (const fault of faults) this.#warn(name, fault);
    return Object.freeze({
      name,
      description,
      schema,
      isOptional: guestTool['isOptional'] === true,
      ...(outputSchema === undefined ? {} : { outputSchema }),
      ...details,
    });
  }

  /** Operators, the lock file and models see the same text of it. */
  #show(tool: ToolDescription): ToolDescription {
    const shown = showTool(tool);
    if (shown !== tool) this.#report('hidden_characters', tool.name, '');
    return shown;
  }

  #schema(name: string, guestSchema: unknown): GuestRecord | undefined {
    const problem = findSchemaProblem(guestSchema, this.#limits);
    if (problem === undefined) return guestSchema as GuestRecord;
    this.#skip('schema_invalid', name, problem);
    return undefined;
  }

  #skip(code: ErrorCode, name: string, detail: string): void {
    this.#skipped += 1;
    if (this.#skipped > MAX_DIAGNOSTICS) return;
    this.#report(code, name, detail);
  }

  #report(code: ErrorCode, name: string, detail: string): void {
    const subject = showOnOneLine(name.slice(0, 100));
    const { summary, hint } = ERROR_CODES[code];
    const severity = code === 'hidden_characters' ? 'warning' : 'error';
    const message = `${summary} ${showOnOneLine(detail)}`.trim();
    this.#diagnostics.push({ code, severity, subject, message, hint });
  }
}

function more(
  code: 'tool_invalid' | 'tool_part_ignored',
  count: number,
  what: string,
): readonly Diagnostic[] {
  if (count <= 0) return [];
  const { summary, hint } = ERROR_CODES[code];
  const severity = code === 'tool_invalid' ? 'error' : 'warning';
  return [{ code, severity, subject: '', message: `${summary} ${count} ${what}`, hint }];
}

/** A function under another name is most likely the one that is missing. */
function explainProblem(guestProblem: string, unread: readonly string[]): string {
  const wanted = /^has no (execute|get|read) function$/.exec(guestProblem)?.[1];
  const key = wanted === undefined ? undefined : likelyKey(wanted, unread);
  const question = key === undefined ? '' : `; write "${wanted}" instead of "${showKey(key)}"`;
  return `It ${guestProblem.slice(0, 300)}${question}.`;
}

type GuestRecord = { readonly [key: string]: unknown };

function isRecord(value: unknown): value is GuestRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function parse(json: string): unknown {
  try {
    const value: unknown = JSON.parse(json);
    return jsonDepthWithin(value, 200) ? value : undefined;
  } catch {
    return undefined;
  }
}
