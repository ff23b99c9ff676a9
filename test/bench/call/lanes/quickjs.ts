import { getQuickJS } from 'quickjs-emscripten';
import { ECHO_EXECUTE, ECHO_TEXT, echoOverJson, readEchoText } from '../echo-tool.ts';
import type { Lane } from '../lane.ts';

export async function openQuickjs(): Promise<Lane> {
  const context = (await getQuickJS()).newContext();
  const echo = context.unwrapResult(context.evalCode(echoOverJson(ECHO_EXECUTE)));
  return {
    call: () => {
      const json = context.newString(JSON.stringify({ text: ECHO_TEXT }));
      const result = context.unwrapResult(context.callFunction(echo, context.undefined, json));
      const text = readEchoText(JSON.parse(context.getString(result)));
      json.dispose();
      result.dispose();
      return text;
    },
    childPids: () => [],
    [Symbol.asyncDispose]: async () => {
      echo.dispose();
      context.dispose();
    },
  };
}
