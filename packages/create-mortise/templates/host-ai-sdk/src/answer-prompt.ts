import { aiSdkTools, type Host } from '@mortise/host';
import { generateText, isStepCount, jsonSchema, type LanguageModel, type ToolSet } from 'ai';

const MOST_STEPS = 8;

/** Lets a model answer, with the tools of the agent `main` at hand. */
export async function answerPrompt(
  host: Host,
  model: LanguageModel,
  prompt: string,
): Promise<string> {
  const session = host.agent('main').session(crypto.randomUUID());
  const { text } = await generateText({
    model,
    prompt,
    tools: (await aiSdkTools(session, { jsonSchema })) as ToolSet,
    stopWhen: isStepCount(MOST_STEPS),
  });
  return text;
}
