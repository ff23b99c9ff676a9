/** Shorter texts occur by chance everywhere; hiding them would tear holes into honest results. */
export const SHORTEST_SECRET = 4;
const SHORTEST_BASE64 = 6;

/** A value as it may stand in a text: plain, escaped for JSON, percent-encoded, hexadecimal, base64. */
export function encodedForms(value: string): ReadonlySet<string> {
  const bytes = Buffer.from(value, 'utf8');
  const percent = percentForms(value, bytes);
  const forms = [value, ...jsonForms(value), ...percent, ...hexForms(bytes), ...base64Forms(bytes)];
  return new Set(forms.filter((form) => form.length >= SHORTEST_SECRET));
}

function jsonForms(value: string): readonly string[] {
  const once = inJson(value);
  const ascii = once.replaceAll(
    /[^\x20-\x7e]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  const slashes = once.replaceAll('/', '\\/');
  return [once, ascii, slashes, inJson(once)];
}

function inJson(value: string): string {
  return JSON.stringify(value).slice(1, -1);
}

function percentForms(value: string, bytes: Buffer): readonly string[] {
  const component = encodeURIComponent(value.toWellFormed());
  const form = new URLSearchParams({ v: value }).toString().slice('v='.length);
  const path = encodeURI(value.toWellFormed());
  const all = bytes.toString('hex').replaceAll(/../g, '%$&');
  const forms = [component, form, path, all, all.toUpperCase()];
  return [...forms, ...forms.map(lowerEscapes)];
}

function lowerEscapes(text: string): string {
  return text.replaceAll(/%[0-9A-F]{2}/g, (octet) => octet.toLowerCase());
}

function hexForms(bytes: Buffer): readonly string[] {
  const hex = bytes.toString('hex');
  return [hex, hex.toUpperCase()];
}

/**
 * What base64 makes of the bytes at each of the three places they can have in a group, without the
 * characters at the ends that neighbours share: `user:secret` holds `secret` too.
 */
function base64Forms(bytes: Buffer): readonly string[] {
  const cores = [0, 1, 2].map((offset) => {
    const text = Buffer.concat([Buffer.alloc(offset), bytes]).toString('base64');
    const start = Math.ceil((offset * 8) / 6);
    return text.slice(start, Math.floor(((offset + bytes.length) * 8) / 6));
  });
  const whole = bytes.toString('base64');
  return [whole, whole.replace(/=+$/, ''), ...cores]
    .filter((core) => core.length >= SHORTEST_BASE64)
    .flatMap((core) => [core, core.replaceAll('+', '-').replaceAll('/', '_')]);
}
