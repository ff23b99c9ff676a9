import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { answerPrompt } from './answer-prompt.ts';
import { openHost } from './open-host.ts';
import { createScriptedModel } from './scripted-model.ts';

describe('answerPrompt', () => {
  it('runs the tool that the model calls, in its isolate, and goes on with the answer', async () => {
    await using host = await openHost();
    const model = createScriptedModel();
    const answer = await answerPrompt(host, model, 'Leaving at 9:50. When am I there?');
    assert.equal(answer, 'You will be there at 10:15.');
    assert.equal(model.doGenerateCalls.length, 2);
  });
});
