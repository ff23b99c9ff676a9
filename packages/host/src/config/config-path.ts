const PLAIN_KEY = /^[^.[\]"\s\p{C}]+$/u;
const SEGMENT = /\[(\d+)\]|\[("(?:[^"\\]|\\.)*")\]|\.?([^.[\]"]+)/gy;

/** `agents` + `main` → `agents.main`; a key that would be ambiguous is quoted: `byProvider["gpt-4.1"]`. */
export function joinKey(path: string, key: string): string {
  if (!PLAIN_KEY.test(key)) return `${path}[${JSON.stringify(key)}]`;
  return path === '' ? key : `${path}.${key}`;
}

export function joinIndex(path: string, index: number): string {
  return `${path}[${index}]`;
}

/** The segments of a config path; what is not a path has none. */
export function splitPath(path: string): readonly (string | number)[] {
  return [...path.matchAll(SEGMENT)].map(([, index, quoted, plain]) => {
    if (index !== undefined) return Number(index);
    if (quoted !== undefined) return String(JSON.parse(quoted));
    return plain ?? '';
  });
}

/** `agents.main.allowed_toolkits[1]` → `agents.main.allowed_toolkits`. */
export function listPath(itemPath: string): string {
  return itemPath.replace(/\[\d+\]$/, '');
}

/** `agents.main.worker_scope` → `worker_scope`. */
export function lastKey(path: string): string {
  return String(splitPath(path).at(-1) ?? path);
}
