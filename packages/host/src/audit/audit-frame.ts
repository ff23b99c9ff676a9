import type { AuditSink } from '@mortise/contracts';
import type { SandboxEvent } from '@mortise/sandbox';

export type RefusedFrame = Extract<SandboxEvent, { readonly type: 'frame_refused' }>;

/** Records that a process of extensions spoke for something that is not its own. */
export function auditFrame(audit: AuditSink, at: number, refused: RefusedFrame): void {
  const { frame, reason, extensions, pid } = refused;
  const [extensionId, ...others] = extensions;
  audit.record({
    ...{ at, kind: 'permission', decision: 'denied', action: 'sandbox.frame' },
    target: frame.slice(0, 60),
    reason: `${reason} (process ${pid}${others.length === 0 ? '' : `, shared by ${extensions.join(', ')}`})`,
    ...(extensionId === undefined || others.length > 0 ? {} : { extensionId }),
  });
}
