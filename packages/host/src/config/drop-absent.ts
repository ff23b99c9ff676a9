type Present<Parts extends object> = {
  -readonly [Key in keyof Parts as undefined extends Parts[Key] ? never : Key]: Parts[Key];
} & {
  -readonly [Key in keyof Parts as undefined extends Parts[Key] ? Key : never]?: Exclude<
    Parts[Key],
    undefined
  >;
};

/** Leaves out what is `undefined`, so that absent stays absent: an empty list would mean nothing allowed. */
export function dropAbsent<Parts extends object>(parts: Parts): Present<Parts> {
  const present = Object.entries(parts).filter(([, value]) => value !== undefined);
  // The filter above is what makes the type true.
  return Object.fromEntries(present) as Present<Parts>;
}
