import { showValue } from '@mortise/contracts';

/** Something an author wrote of a tool that counts for nothing. */
export interface ToolFault {
  readonly code: 'tool_part_ignored' | 'tool_key_unknown';
  /** In the tool: `capabilities.storage.scope`. */
  readonly path: string;
  readonly message: string;
}

/** A person reads them; all of it is a stranger's. */
const MAX_FAULTS = 16;

/** What is wrong with one tool, in the order of its parts, and no more than so much. */
export class DetailFaults {
  readonly #faults: ToolFault[] = [];

  get list(): readonly ToolFault[] {
    return this.#faults;
  }

  get isFull(): boolean {
    return this.#faults.length >= MAX_FAULTS;
  }

  add(code: ToolFault['code'], path: string, message: string): void {
    if (!this.isFull) this.#faults.push({ code, path, message });
  }

  ignore(path: string, message: string): void {
    this.add('tool_part_ignored', path, message);
  }

  expect(path: string, expected: string, value: unknown, next = ''): void {
    const more = next === '' ? '' : `; ${next}`;
    this.ignore(path, `expected ${expected}, not ${showValue(value)}${more}`);
  }
}
