import type { CallClient, CapabilitySubject, QuestionOrigin } from '@mortise/contracts';
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
  const { extensionId = '', toolName, callId, agentId, userId } = subject;
  const user = userId === undefined ? {} : { userId };
  return { extensionId, toolName, callId, agentId, ...user };
}
