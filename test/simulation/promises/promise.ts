import type { Simulation } from '../run/simulation.ts'

/** The outcome of comparing a promise with a run. */
export interface Compared {
  /** The number of compared things. A promise that compares nothing in many runs proves nothing. */
  readonly compared: number
  readonly violations: readonly string[]
}

/** A statement that must always be true, as the README promises it. */
export interface Promised {
  /** A sentence that a user understands. */
  readonly promise: string
  /**
   * The moments at which the promise is compared: after each operation (`always`), after each operation that did all due
   * work (`quiet`), at these and after each operation that erased somebody (`erase`), or when nothing is due any more
   * (`end`).
   */
  readonly when: 'always' | 'erase' | 'quiet' | 'end'
  holds(simulation: Simulation): Compared | Promise<Compared>
}

/** Compares each thing. `faultOf` returns the violation in words, or null if the promise holds for a thing. */
export function each<Thing>(things: readonly Thing[], faultOf: (thing: Thing) => string | null): Compared {
  return { compared: things.length, violations: things.flatMap((thing) => faultOf(thing) ?? []) }
}
