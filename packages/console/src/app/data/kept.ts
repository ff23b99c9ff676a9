/**
 * Small things that this browser keeps for this origin. A browser that keeps nothing (private windows,
 * blocked storage) loses them with the page, and nothing else fails.
 */
const lost = new Map<string, string>();

export function readKept(name: string): string | undefined {
  try {
    return localStorage.getItem(`mortise.${name}`) ?? lost.get(name);
  } catch {
    return lost.get(name);
  }
}

export function keep(name: string, value: string | undefined): void {
  if (value === undefined) lost.delete(name);
  else lost.set(name, value);
  try {
    if (value === undefined) localStorage.removeItem(`mortise.${name}`);
    else localStorage.setItem(`mortise.${name}`, value);
  } catch {
    // It lasts as long as the page.
  }
}
