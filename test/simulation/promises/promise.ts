import type { Simulation } from '../run/simulation.ts'

/** The result of one check whether the service keeps a promise in a run of the simulation. */
export interface Compared {
  /**
   * The number of comparisons that the simulator's check has made. A check that compares nothing in many runs
   * proves nothing.
   */
  readonly compared: number
  readonly violations: readonly string[]
}

/** A promise of the README, with the simulator's check whether the service keeps it. */
export interface Promised {
  /** The guarantee of the README that the simulation checks, as a sentence that a user understands. */
  readonly promise: string
  /**
   * The times at which the simulation checks whether the promise holds. `always`: after each operation;
   * `settled`: after each operation that leaves no work of a runtime half done; `quiet`: after each operation that did all due work; `erase`: at `quiet` and after each erasure; `end`:
   * when no work is due.
   */
  readonly when: 'always' | 'settled' | 'erase' | 'quiet' | 'end'
  holds(simulation: Simulation): Compared | Promise<Compared>
}

/**
 * Checks a promise of the service for each of several things. `faultOf` returns the violation in words, or null
 * if the promise holds for a thing.
 */
export function each<Thing>(things: readonly Thing[], faultOf: (thing: Thing) => string | null): Compared {
  return { compared: things.length, violations: things.flatMap((thing) => faultOf(thing) ?? []) }
}
