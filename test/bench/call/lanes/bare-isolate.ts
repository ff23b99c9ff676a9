import ivm from 'isolated-vm';
import {
  ECHO_EXECUTE,
  ECHO_EXECUTE_ASYNC,
  ECHO_TEXT,
  echoOverJson,
  readEchoText,
} from '../echo-tool.ts';
import type { Lane } from '../lane.ts';

/** In process, no time limit, no validation: the cheapest way into an isolate and out again. */
export async function openApplySync(): Promise<Lane> {
  const echo = await openIsolate(ECHO_EXECUTE);
  return laneOf(() => readAnswer(echo.applySync(undefined, [writeArguments()])));
}

export async function openApply(): Promise<Lane> {
  const echo = await openIsolate(ECHO_EXECUTE);
  return laneOf(async () => readAnswer(await echo.apply(undefined, [writeArguments()])));
}

export async function openApplyAsync(): Promise<Lane> {
  const echo = await openIsolate(ECHO_EXECUTE_ASYNC);
  const options = { result: { promise: true, copy: true } } as const;
  return laneOf(async () => readAnswer(await echo.apply(undefined, [writeArguments()], options)));
}

async function openIsolate(execute: string): Promise<ivm.Reference> {
  const isolate = new ivm.Isolate({ memoryLimit: 64 });
  const context = await isolate.createContext();
  return context.eval(echoOverJson(execute), { reference: true });
}

function laneOf(call: Lane['call']): Lane {
  return { call, childPids: () => [], [Symbol.asyncDispose]: async () => undefined };
}

function writeArguments(): string {
  return JSON.stringify({ text: ECHO_TEXT });
}

function readAnswer(json: unknown): string {
  return readEchoText(JSON.parse(String(json)));
}
