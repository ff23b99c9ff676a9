import { bytesOfBlob, File } from './blob.ts';
import { joinBytes } from './byte-source.ts';
import { TextDecoder, TextEncoder } from './core.ts';
import { FormData } from './form-data.ts';

/** A form as `multipart/form-data`. */
export function writeMultipart(form: FormData): {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly type: string;
} {
  const boundary = `----formdata-mortise-${digits()}${digits()}`;
  const encoder = new TextEncoder();
  const pieces: Uint8Array[] = [];
  for (const [name, value] of form) {
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="${escapeName(lineEnds(name))}"`;
    if (typeof value === 'string') {
      pieces.push(encoder.encode(`${head}\r\n\r\n${lineEnds(value)}\r\n`));
    } else {
      const type = value.type === '' ? 'application/octet-stream' : value.type;
      const file = `; filename="${escapeName(value.name)}"\r\nContent-Type: ${type}\r\n\r\n`;
      pieces.push(encoder.encode(`${head}${file}`), bytesOfBlob(value), encoder.encode('\r\n'));
    }
  }
  pieces.push(encoder.encode(`--${boundary}--\r\n`));
  return { bytes: joinBytes(pieces), type: `multipart/form-data; boundary=${boundary}` };
}

/** Reads `multipart/form-data`; throws a TypeError for what is none. */
export function readMultipart(bytes: Uint8Array, contentType: string): FormData {
  const boundary = /boundary=(?:"([^"]{1,70})"|([^\s;,]{1,70}))/i.exec(contentType);
  if (boundary === null) throw notReadable();
  const plain = latin1Of(bytes);
  const mark = `--${boundary[1] ?? boundary[2]}`;
  const form = new FormData();
  let at = plain.indexOf(mark);
  while (at >= 0) {
    at += mark.length;
    if (plain.startsWith('--', at)) return form;
    const next = plain.indexOf(`\r\n${mark}`, at);
    const headEnd = plain.indexOf('\r\n\r\n', at);
    if (next < 0 || headEnd < 0 || headEnd > next) break;
    addPart(form, plain.slice(at, headEnd), bytes.subarray(headEnd + 4, next));
    at = next + 2;
  }
  throw notReadable();
}

function addPart(form: FormData, head: string, body: Uint8Array): void {
  const disposition = /^content-disposition:\s*form-data;(.*)$/im.exec(head)?.[1];
  const name = disposition === undefined ? undefined : parameterOf(disposition, 'name');
  if (disposition === undefined || name === undefined) throw notReadable();
  const fileName = parameterOf(disposition, 'filename');
  if (fileName === undefined) {
    form.append(name, new TextDecoder().decode(body));
    return;
  }
  const type = /^content-type:\s*(.*?)\s*$/im.exec(head)?.[1] ?? 'text/plain';
  form.append(name, new File([body], fileName, { type }));
}

function parameterOf(disposition: string, name: string): string | undefined {
  const found = new RegExp(`(?:^|[;\\s])${name}="([^"\\r\\n]*)"`, 'i').exec(disposition)?.[1];
  if (found === undefined) return undefined;
  const bytes = Uint8Array.from(found, (character) => character.charCodeAt(0));
  return new TextDecoder()
    .decode(bytes)
    .replaceAll(/%0A|%0D|%22/gi, (code) => decodeURIComponent(code));
}

/** Keeps every byte, so that places in the text are places in the bytes. A `TextDecoder` does not: its latin1 is windows-1252. */
function latin1Of(bytes: Uint8Array): string {
  let plain = '';
  for (let start = 0; start < bytes.byteLength; start += 8_192)
    plain += String.fromCharCode(...bytes.subarray(start, start + 8_192));
  return plain;
}

function escapeName(name: string): string {
  return name.replaceAll('\n', '%0A').replaceAll('\r', '%0D').replaceAll('"', '%22');
}

function lineEnds(text: string): string {
  return text.replaceAll(/\r\n?|\n/g, '\r\n');
}

function digits(): string {
  return Math.random().toString().slice(2, 14).padStart(12, '0');
}

function notReadable(): TypeError {
  return new TypeError('The body could not be read as a form');
}
