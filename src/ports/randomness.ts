/** The source of chance for decisions, such as the jitter of a retry. Secrets and ids have sources of their own. */
export abstract class Randomness {
  /** Returns a number in [0, 1). */
  abstract next(): number
}
