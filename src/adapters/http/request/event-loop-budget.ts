/**
 * `EventLoopBudget` limits the time in each turn of the event loop for tasks that many clients can cause at once. A task
 * runs immediately while the current turn has time. Otherwise it runs in a later turn, in the order of the calls, so that
 * the service keeps reading and answering the requests of others.
 */
export class EventLoopBudget {
  readonly #maxMs: number
  readonly #waiting: (() => void)[] = []
  /** The time at which the current turn stops running tasks; null before its first task. */
  #end: number | null = null

  constructor(maxMs: number) {
    this.#maxMs = maxMs
  }

  run(task: () => void): void {
    if (this.#waiting.length === 0 && this.#hasTime()) {
      task()
      return
    }
    this.#waiting.push(task)
    this.#runNextLater()
  }

  /**
   * Runs a waiting task in a callback of its own, because Node.js runs the promises of a callback before the next one.
   * The time of the task then includes the work that it does asynchronously.
   */
  #runNextLater(): void {
    setImmediate(() => {
      if (this.#hasTime()) this.#waiting.shift()?.()
      else this.#runNextLater()
    })
  }

  /** Returns whether the current turn has time. The first call in a turn begins its time. */
  #hasTime(): boolean {
    const now = performance.now()
    if (this.#end === null) {
      this.#end = now + this.#maxMs
      setImmediate(() => {
        this.#end = null
      })
    }
    return now < this.#end
  }
}
