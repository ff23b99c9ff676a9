import type { ContentPart, RequestedCapabilities } from '@mortise/contracts';
import type { ToolContext } from './tool-context.ts';

/** Gives values that an argument may have, while a person types it. Runs as a call of its own. */
export type Complete = (
  /** What is there of it so far. */
  value: string,
  /** All arguments so far; one that is required and not known yet is empty. */
  args: { readonly [argument: string]: string | undefined },
  ctx: ToolContext,
) => readonly string[] | Promise<readonly string[]>;

/** What all offers to clients have besides their code: as for a tool, and held to the same. */
export interface OfferDetails {
  /** What people see in place of the name. */
  readonly title?: string;
  readonly description: string;
  readonly category?: string;
  readonly timeoutMs?: number;
  readonly maxResultChars?: number;
  /** Must be in the manifest too, and be granted by the operator. */
  readonly capabilities?: RequestedCapabilities;
  /** A call whose process ended may be run again. */
  readonly idempotent?: boolean;
  readonly sharedOnly?: boolean;
}

/** An argument of a prompt. Its value is a text. */
export interface PromptArgument {
  readonly description?: string;
  readonly required?: boolean;
  readonly complete?: Complete;
}

export interface PromptArguments {
  readonly [name: string]: PromptArgument;
}

export type PromptValues<Arguments extends PromptArguments> = {
  readonly [Name in keyof Arguments]: Arguments[Name] extends { readonly required: true }
    ? string
    : string | undefined;
};

export interface PromptMessage {
  readonly role: 'user' | 'assistant';
  readonly content: ContentPart | string;
}

/** One text of the user, or a conversation. */
export type PromptAnswer =
  | string
  | { readonly description?: string; readonly messages: readonly PromptMessage[] };

/** A prompt of an extension: a text that a person chooses in a client, and fills in. */
export interface ExtensionPrompt<Arguments extends PromptArguments = PromptArguments>
  extends OfferDetails {
  readonly name: string;
  readonly arguments?: Arguments;
  get(args: PromptValues<Arguments>, ctx: ToolContext): PromptAnswer | Promise<PromptAnswer>;
}
