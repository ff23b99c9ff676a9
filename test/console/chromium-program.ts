import { existsSync } from 'node:fs';
import chromium from '@sparticuz/chromium';

/** Debian's, where it is installed. */
const INSTALLED = ['/usr/bin/chromium'];

/** Where a Chromium is: that of the system, or the one in the npm package, which is unpacked at its first use. */
export async function chromiumProgram(): Promise<string> {
  return INSTALLED.find((path) => existsSync(path)) ?? chromium.executablePath();
}
