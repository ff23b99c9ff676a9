/** The thread of `OperatorThread`: does what would hold the thread that serves up. */
import { answerInThread } from '@mortise/host';
import { doOperatorWork, type OperatorWork, type WorkDone } from './operator-work.ts';

answerInThread<OperatorWork, WorkDone>(doOperatorWork);
