export type { CallOptions, CallOutcome } from './call-outcome.ts';
export type {
  FakeAttachment,
  FakeCapabilities,
  FakeModel,
  FakeRun,
  FakeUser,
  FakeUserAnswer,
} from './fake-capabilities.ts';
export type { FakeFetch, FakeRequest, FakeResponse } from './fake-network.ts';
export {
  liveFetch,
  type RecordedFetchOptions,
  recordedFetch,
  recordFetch,
  replayFetch,
} from './recorded-fetch.ts';
export type { LogLine, TestExtensionOptions, TestedExtension } from './test-extension.ts';
export { testExtension } from './test-extension.ts';
