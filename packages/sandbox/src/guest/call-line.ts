import { type CallFacts, FRAME_END, TEXT_MARK } from '../wire/frame.ts';
import { detachText, findText, jsonParse, sliceText } from './intrinsics.ts';

/** One call as the runner hands it in; it has passed through the wire as the host wrote it. */
export interface CallLine {
  readonly seq: number;
  readonly toolName: string;
  readonly mode: string;
  readonly callId: string;
  readonly facts: CallFacts;
  /** For `readArguments`. */
  readonly args: string;
}

/** Calls every `take` with the lines of a text: number, tool, mode, call id, facts and arguments. */
export function readCallLines(text: string, take: (line: CallLine) => void): void {
  let start = 0;
  for (let end = findText(text, FRAME_END, 0); end >= 0; end = findText(text, FRAME_END, start)) {
    const tool = findText(text, '\t', start) + 1;
    const mode = findText(text, '\t', tool) + 1;
    const id = findText(text, '\t', mode) + 1;
    const facts = findText(text, '\t', id) + 1;
    const args = findText(text, '\t', facts) + 1;
    take({
      seq: +sliceText(text, start, tool - 1),
      toolName: sliceText(text, tool, mode - 1),
      mode: sliceText(text, mode, id - 1),
      callId: readId(sliceText(text, id, facts - 1)),
      facts: readFacts(sliceText(text, facts, args - 1)),
      args: sliceText(text, args, end),
    });
    start = end + 1;
  }
}

/** An ordinary id crosses as it is, any other as JSON. The extension may keep it. */
function readId(field: string): string {
  return field[0] === '"' ? jsonParse(field) : detachText(field);
}

let lastText = '';
let lastFacts: CallFacts | undefined;

/** One caller makes many calls. Nobody but the prelude sees the object, except for its overrides. */
function readFacts(json: string): CallFacts {
  if (lastFacts !== undefined && json === lastText) return lastFacts;
  const facts: CallFacts = jsonParse(json);
  lastFacts = facts.overrides === undefined ? facts : undefined;
  lastText = detachText(json);
  return facts;
}

/** Puts the long texts back in their places; each has one already. The extension may keep them. */
export function readArguments(text: string): unknown {
  let mark = findText(text, TEXT_MARK, 0);
  if (mark < 0) return jsonParse(text);
  const args = jsonParse(sliceText(text, 0, mark));
  while (mark >= 0) {
    const key = mark + 1;
    const value = findText(text, TEXT_MARK, key) + 1;
    const next = findText(text, TEXT_MARK, value);
    const end = next < 0 ? text.length : next;
    args[sliceText(text, key, value - 1)] = detachText(sliceText(text, value, end));
    mark = next;
  }
  return args;
}
