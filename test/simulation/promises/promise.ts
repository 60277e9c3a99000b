import type { Simulation } from '../run/simulation.ts'

/** What became of a comparison of a promise with a run. */
export interface Compared {
  /** How many things were compared; a promise that compares nothing in many runs is worth nothing. */
  readonly compared: number
  readonly violations: readonly string[]
}

/** Something that must always be true, as the README promises it. */
export interface Promised {
  /** A sentence that a user understands. */
  readonly promise: string
  /**
   * When it is compared: after each operation, after each span of time in which all due work was done, or when nothing
   * is due any more.
   */
  readonly when: 'always' | 'quiet' | 'end'
  holds(simulation: Simulation): Compared | Promise<Compared>
}

/** Returns what `faultOf` says of each thing; null says that the promise holds. */
export function each<Thing>(things: readonly Thing[], faultOf: (thing: Thing) => string | null): Compared {
  return { compared: things.length, violations: things.flatMap((thing) => faultOf(thing) ?? []) }
}
