import type { Complete, OfferDetails } from './prompt.ts';
import type { ToolContext } from './tool-context.ts';

/** The variables of a path: `id` of `pages/{id}`, `path` of `files/{+path}`. */
export type PathVariables<Path extends string> = string extends Path
  ? string
  : Path extends `${string}{${infer Variable}}${infer Rest}`
    ? BareVariable<Variable> | PathVariables<Rest>
    : never;

type BareVariable<Variable extends string> = Variable extends `+${infer Name}` ? Name : Variable;

export type PathValues<Path extends string> = {
  readonly [Variable in PathVariables<Path>]: string;
};

/** A text, or the bytes of something in base64. */
export type ResourceContent =
  | { readonly text: string; readonly mimeType?: string }
  | { readonly blob: string; readonly mimeType?: string };

export type ResourceAnswer = string | ResourceContent | readonly ResourceContent[];

/**
 * A resource of an extension: what clients read at `mortise://<id of the extension>/<path>`. A path with variables,
 * `pages/{id}`, stands for all addresses of that form; `{+rest}` takes slashes, too.
 */
export interface ExtensionResource<Path extends string = string> extends OfferDetails {
  readonly path: Path;
  /** Of what it answers, where the answer does not say it. */
  readonly mimeType?: string;
  /** What there is to say of its variables. */
  readonly arguments?: {
    readonly [Variable in PathVariables<Path>]?: {
      readonly description?: string;
      readonly complete?: Complete;
    };
  };
  read(args: PathValues<Path>, ctx: ToolContext): ResourceAnswer | Promise<ResourceAnswer>;
}
