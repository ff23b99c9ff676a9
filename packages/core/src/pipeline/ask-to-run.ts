import type { RunPorts, RunReply, RunRequest, ToolRunner } from '@mortise/contracts';

/** Hands a call to its runner. A runner without a queue starts it at once. */
export function askToRun(
  runner: ToolRunner,
  request: RunRequest,
  ports: RunPorts,
): Promise<RunReply> {
  if (runner.limitsConcurrency !== true) ports.onStarted?.();
  return runner.run(request, ports);
}
