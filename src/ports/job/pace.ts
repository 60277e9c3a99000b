/** Lets long work give way to the requests of others, which may come in through other processes. */
export abstract class Pace {
  /** To be called between parts of the work, each begun at a moment of performance.now(). */
  abstract giveWay(begunAt: number): Promise<void>
}
