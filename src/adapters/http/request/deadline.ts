import type { IncomingMessage } from 'node:http'

const maxMs = 60_000
const pollEveryMs = 5_000

/**
 * `BodyDeadline` ends requests whose body takes longer than a minute to arrive. A client that sends a byte
 * now and then would otherwise keep its connection open forever. One timer checks all requests, because a
 * timer for each would be created and dropped thousands of times a second.
 */
export class BodyDeadline {
  readonly #since = new Map<IncomingMessage, number>()

  constructor() {
    setInterval(() => this.#look(), pollEveryMs).unref()
  }

  async within<Result>(request: IncomingMessage, read: () => Promise<Result>): Promise<Result> {
    this.#since.set(request, performance.now())
    try {
      return await read()
    } finally {
      this.#since.delete(request)
    }
  }

  /**
   * Ends the requests whose body takes too long to arrive. The oldest come first, so the loop stops at the
   * first request that is young enough.
   */
  #look(): void {
    for (const [request, since] of this.#since) {
      if (performance.now() - since < maxMs) return
      request.destroy()
    }
  }
}
