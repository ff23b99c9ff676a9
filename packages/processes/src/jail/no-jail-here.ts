/** What any other launcher on this machine would find as well. */
export class NoJailHere extends Error {}
