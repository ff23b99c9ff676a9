import type { Diagnostic, Logger } from '@mortise/contracts';
import type { Host } from '@mortise/host';

/** What comes and goes without an event is seen after this time at the latest, ms. */
const LOOK_MS = 5_000;
/** Changes come in bursts. */
const SETTLE_MS = 200;

/** Writes every trouble of a host to its log when it begins and when it is over. Answers how to stop. */
export function logTroubles(host: Host, logger: Logger): () => void {
  let known = new Map<string, Diagnostic>();
  const look = () => {
    // What ends with it is no trouble: the tools of its servers that lists name are gone, too.
    if (host.isClosed) return;
    const now = new Map(host.diagnostics().map((each) => [keyOf(each), each]));
    for (const [key, each] of now) if (!known.has(key)) begin(each, logger);
    for (const [key, { code, subject }] of known) {
      if (!now.has(key)) logger.info({ code, subject }, 'It is over.');
    }
    known = now;
  };
  look();
  const timer = setInterval(look, LOOK_MS);
  timer.unref();
  let soon: NodeJS.Timeout | undefined;
  const leave = host.onChange(() => {
    clearTimeout(soon);
    soon = setTimeout(look, SETTLE_MS).unref();
  });
  return () => {
    clearInterval(timer);
    clearTimeout(soon);
    leave();
  };
}

function begin({ severity, message, hint, ...rest }: Diagnostic, logger: Logger): void {
  const { code, subject, file, line } = rest;
  const details = { code, subject, ...(file && { file }), ...(line && { line }), hint };
  if (severity === 'error') logger.error(details, message);
  else if (severity === 'warning') logger.warn(details, message);
  else logger.info(details, message);
}

function keyOf({ code, subject, message, path }: Diagnostic): string {
  return JSON.stringify([code, subject, message, path]);
}
