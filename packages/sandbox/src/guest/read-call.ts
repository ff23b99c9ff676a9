import { type CallerFacts, NAME_MARK } from '../wire/call-frames.ts';
import type { WrittenArguments } from '../wire/guest-entries.ts';
import { detachText, findText, hasOwn, jsonParse, sliceText } from './intrinsics.ts';

/** The fields of a call as the host wrote them: the line has passed through the wire and the runner as it is. */
export function readCall(line: string) {
  const tool = findText(line, '\t', 0) + 1;
  const mode = findText(line, '\t', tool) + 1;
  const id = findText(line, '\t', mode) + 1;
  const facts = findText(line, '\t', id) + 1;
  const textCount = findText(line, '\t', facts) + 1;
  const args = findText(line, '\t', textCount) + 1;
  return {
    seq: +sliceText(line, 0, tool - 1),
    toolName: sliceText(line, tool, mode - 1),
    mode: sliceText(line, mode, id - 1),
    callId: readId(sliceText(line, id, facts - 1)),
    facts: readFacts(sliceText(line, facts, textCount - 1)),
    textCount: +sliceText(line, textCount, args - 1),
    args: sliceText(line, args, line.length),
  };
}

/** An ordinary id crosses as it is, any other as JSON. The extension may keep it. */
function readId(field: string): string {
  return field[0] === '"' ? jsonParse(field) : detachText(field);
}

let lastText = '';
let lastFacts: CallerFacts | undefined;

/** One caller makes many calls. Only the prelude sees the object, except for its overrides. */
function readFacts(json: string): CallerFacts {
  if (lastFacts !== undefined && json === lastText) return lastFacts;
  const facts: CallerFacts = jsonParse(json);
  lastFacts = hasOwn(facts, 'overrides') ? undefined : facts;
  lastText = detachText(json);
  return facts;
}

/** The arguments of a call; its long texts, the pieces from `first` on, go where they have a place. */
export function readArguments(
  { args: text, textCount }: WrittenArguments,
  pieces: readonly string[],
  first: number,
): unknown {
  if (textCount === 0) return jsonParse(text);
  let name = findText(text, NAME_MARK, 0);
  const args = jsonParse(sliceText(text, 0, name));
  for (let index = 0; index < textCount; index += 1) {
    const end = findText(text, NAME_MARK, name + 1);
    args[sliceText(text, name + 1, end < 0 ? text.length : end)] = pieces[first + index];
    name = end;
  }
  return args;
}
