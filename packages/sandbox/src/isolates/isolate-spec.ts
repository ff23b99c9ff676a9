import type { Extension } from '../extensions/extension.ts';
import type { IsolateSpec } from '../wire/isolate-spec.ts';

/** What the runner needs to make an isolate of an extension. */
export function isolateSpec(extension: Extension): IsolateSpec {
  return {
    extensionId: extension.id,
    source: extension.readSource(),
    config: extension.configJson,
    limits: extension.limits,
  };
}
