/**
 * Arguments as a model wrote them. What is no JSON is passed on as the text that it is: the host refuses it
 * as `input_invalid`, and the other calls of the answer run. Models write nothing where there is nothing to say.
 */
export function readArguments(rawArguments: string): unknown {
  if (rawArguments.trim() === '') return {};
  try {
    return JSON.parse(rawArguments);
  } catch {
    return rawArguments;
  }
}

/** Bytes as an address that the API reads. */
export function dataUrl({ mimeType, data }: { mimeType: string; data: string }): string {
  return `data:${mimeType};base64,${data}`;
}
