/** A plan for a launch cannot be followed on this machine: the next one is to be tried. */
export class PlanFault extends Error {}
