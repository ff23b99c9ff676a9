/** A record while it is being made: for those who fill it in, before they hand it out. */
export type Writable<Value> = { -readonly [Key in keyof Value]: Value[Key] };
