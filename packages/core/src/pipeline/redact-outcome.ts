import {
  type ContentPart,
  changeContentPart,
  type FieldChanges,
  type JsonValue,
  type PartAnnotations,
  type ToolOutcome,
} from '@mortise/contracts';

/** Takes known secret values out of what leaves the host. */
export interface OutcomeRedactor {
  redact(text: string): string;
  redactJson(value: JsonValue): JsonValue;
  /** What the text stands for is searched, too. */
  redactBase64(data: string): string;
}

/** Cleans every part of an outcome before reducers, observers or models see it. */
export function redactOutcome(outcome: ToolOutcome, redactor: OutcomeRedactor): ToolOutcome {
  if (outcome.status === 'ok') {
    const content = redactContent(outcome.content, redactor);
    return withCleanStructured({ ...outcome, content }, redactor);
  }
  const message = redactor.redact(outcome.message);
  if (outcome.status === 'refused') return { ...outcome, message };
  const { trace } = outcome;
  const clean = {
    ...{ ...outcome, message },
    ...(trace && { trace: trace.map((line) => redactor.redact(line)) }),
  };
  if (outcome.content === undefined) return withCleanStructured(clean, redactor);
  const content = redactContent(outcome.content, redactor);
  return withCleanStructured({ ...clean, content }, redactor);
}

function withCleanStructured<Outcome extends { readonly structured?: JsonValue }>(
  outcome: Outcome,
  redactor: OutcomeRedactor,
): Outcome {
  if (outcome.structured === undefined) return outcome;
  return { ...outcome, structured: redactor.redactJson(outcome.structured) };
}

function redactContent(
  content: readonly ContentPart[],
  redactor: OutcomeRedactor,
): readonly ContentPart[] {
  const redact = (text: string) => redactor.redact(text);
  const changes: FieldChanges = {
    text: redact,
    label: redact,
    base64: (data) => redactor.redactBase64(data),
    // A JSON object stays one.
    json: (value) => redactor.redactJson(value) as typeof value,
    annotations: (value) => withoutSecretTime(value, redactor),
  };
  return content.flatMap((part) => changeContentPart(part, changes) ?? []);
}

/** Of annotations only the time is a text of the tool's own choice. */
function withoutSecretTime(
  annotations: PartAnnotations,
  redactor: OutcomeRedactor,
): PartAnnotations {
  const { lastModified, ...rest } = annotations;
  if (lastModified === undefined || redactor.redact(lastModified) === lastModified)
    return annotations;
  return rest;
}
