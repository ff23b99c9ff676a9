export type {
  ArgumentsOf,
  ContentPart,
  FromJsonSchema,
  JsonSchema,
  JsonValue,
  ParameterSchema,
  RequestedCapabilities,
  ToolAnnotations,
} from '@mortise/contracts';
export type { Static, TSchema } from '@sinclair/typebox';
export type { Extension, ExtensionApi, RegisterOptions, ToolFactory } from './extension-api.ts';
export { defineExtension } from './extension-api.ts';
export type {
  Complete,
  ExtensionPrompt,
  OfferDetails,
  PromptAnswer,
  PromptArgument,
  PromptArguments,
  PromptMessage,
  PromptValues,
} from './prompt.ts';
export type {
  ExtensionResource,
  PathValues,
  PathVariables,
  ResourceAnswer,
  ResourceContent,
} from './resource.ts';
/** Builders of schemas, as TypeBox has them. */
export * as Type from './schema-types.ts';
export type {
  ExtensionTool,
  ReducedResult,
  ToolAnswer,
  ToolReducer,
} from './tool.ts';
export { defineTool, text } from './tool.ts';
export type {
  Attachments,
  CallSignal,
  ExtensionLog,
  FetchHeaders,
  FetchInit,
  FetchReply,
  FileContent,
  FileFacts,
  Files,
  FolderListing,
  KeyValueStorage,
  Model,
  PlainSignal,
  ProcessEnd,
  Processes,
  Secrets,
  ToolContext,
  User,
  UserReply,
  WebFetch,
} from './tool-context.ts';
