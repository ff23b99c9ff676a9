import { aiSdkTools } from '@mortise/ai-sdk';
import type { Host } from '@mortise/host';
import { generateText, isStepCount, type LanguageModel } from 'ai';

const MOST_STEPS = 8;

/** Lets a model answer, with the tools of the agent `main` at hand. */
export async function answerPrompt(
  host: Host,
  model: LanguageModel,
  prompt: string,
): Promise<string> {
  const session = host.agent('main').session(crypto.randomUUID());
  const { tools, prepareStep } = await aiSdkTools(session);
  const { text } = await generateText({
    model,
    prompt,
    tools,
    prepareStep,
    stopWhen: isStepCount(MOST_STEPS),
  });
  return text;
}
