/**
 * The source of random numbers for decisions, such as the jitter of a retry. Secrets and ids have their own
 * sources.
 */
export abstract class Randomness {
  /** Returns a random number of at least 0 and below 1. */
  abstract next(): number
}
