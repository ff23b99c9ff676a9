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
import { interpretDetails } from './interpret-tool-details.ts';
import { findSchemaProblem } from './schema-problem.ts';

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
      this.#skip('tool_invalid', name, `It ${problem.slice(0, 300)}.`);
      return;
    }
    if (!isRegistrationName(name)) {
      this.#skip('tool_name_invalid', name, 'The tool was left out.');
      return;
    }
    if (this.#offered.has(foldName(name))) {
      this.#skip('tool_invalid', name, 'Its name is registered twice.');
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

  #untold(): readonly Diagnostic[] {
    const untold = this.#skipped - MAX_DIAGNOSTICS;
    if (untold <= 0) return [];
    const { summary, hint } = ERROR_CODES.tool_invalid;
    const message = `${summary} ${untold} more were left out.`;
    return [{ code: 'tool_invalid', severity: 'error', subject: '', message, hint }];
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
    return Object.freeze({
      name,
      description,
      schema,
      isOptional: guestTool['isOptional'] === true,
      ...(outputSchema === undefined ? {} : { outputSchema }),
      ...interpretDetails(guestTool),
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
