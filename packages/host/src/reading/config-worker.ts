/** The thread that reads and checks long configurations; `ConfigReader` starts it. */
import type { AgentConfig } from '@mortise/contracts';
import { createSurfaceResolver } from '@mortise/core';
import { findInAccess } from '../access/check-access.ts';
import { parseWithPositions } from '../config/parse-config.ts';
import { answerInThread } from '../threads/answer-in-thread.ts';
import type { ConfigHead, FromConfigWorker, ToConfigWorker } from './config-messages.ts';

/** Of the text that was read last; its agents are asked for, some at a time. */
let agents: readonly AgentConfig[] = [];

answerInThread<ToConfigWorker, FromConfigWorker>((request, snapshot) => {
  if (request.kind === 'agents') {
    const { start, end } = request;
    return { kind: 'agents', agents: agents.slice(start, end) };
  }
  const { parsed, positions } = parseWithPositions(request.text, request.options);
  const draft = parsed.status === 'ok' ? parsed : parsed.draft;
  if (draft === undefined) return { kind: 'unusable', diagnostics: parsed.diagnostics };
  const { config } = draft;
  agents = config.agents;
  const head: ConfigHead = {
    ...{ kind: 'head', status: parsed.status, diagnostics: parsed.diagnostics, positions },
    ...{ config: { ...config, agents: [] }, agentCount: agents.length },
    // One that registers nothing has its configuration checked later, or by itself.
    found: findInAccess({ config, snapshot }, createSurfaceResolver({})),
  };
  return head;
});
