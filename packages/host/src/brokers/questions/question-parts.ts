import {
  type CallClient,
  type CapabilitySubject,
  type QuestionOrigin,
  quoteName,
} from '@mortise/contracts';
import type { Redactor } from '../secrets/create-redactor.ts';
import type { ApproveQuestion } from './ask-outside.ts';
import type { QuestionRoom } from './question-room.ts';

/** What the brokers of questions share. */
export interface QuestionParts {
  readonly room: QuestionRoom;
  /** Answers where the caller cannot: of the embedder. */
  readonly client?: CallClient | undefined;
  readonly approve?: ApproveQuestion | undefined;
  /** Takes known secrets out of what leaves. */
  readonly redactor: () => Redactor | undefined;
}

/** Who asks, as people and programs are told. */
export function originOf(subject: CapabilitySubject): QuestionOrigin {
  const { extensionId = '', server, toolName, callId, agentId, userId } = subject;
  return {
    ...{ extensionId, toolName, callId, agentId },
    ...(server === undefined ? {} : { server }),
    ...(userId === undefined ? {} : { userId }),
  };
}

/** The same in words, after an article. */
export function describeAsker({ toolName, extensionId = '', server }: CapabilitySubject): string {
  const owner =
    server === undefined
      ? `extension ${quoteName(extensionId)}`
      : `MCP server ${quoteName(server)}`;
  return `tool ${quoteName(toolName)} of the ${owner}`;
}
