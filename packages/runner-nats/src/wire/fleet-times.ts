/** How long the sides of a fleet wait for each other, in ms. */
export interface FleetTimes {
  /** An offered call that was not claimed by then is offered to another node. */
  readonly claimMs: number;
  /** How often a node says that it is there, and what it holds. */
  readonly beatMs: number;
  /** A node that said nothing for so long is lost, and with it the calls it was told to run. */
  readonly silentMs: number;
  /** A node ends the calls of a host that said nothing for so long. */
  readonly hostSilentMs: number;
  /** How much longer than the time of its call a node may take to answer, and to end a cancelled one. */
  readonly lateMs: number;
}

export const FLEET_TIMES: FleetTimes = {
  claimMs: 250,
  beatMs: 1_000,
  silentMs: 3_500,
  hostSilentMs: 10_000,
  lateMs: 5_000,
};
