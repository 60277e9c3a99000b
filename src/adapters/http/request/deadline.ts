import type { IncomingMessage } from 'node:http'

const longestMs = 60_000
const lookEveryMs = 5_000

/**
 * Ends requests whose body takes longer than a minute to come in, however small it is: a byte now and then
 * keeps a connection from going silent. One clock looks at all of them: a timer for each request would be
 * wound up and thrown away thousands of times a second.
 */
export class BodyDeadline {
  readonly #since = new Map<IncomingMessage, number>()

  constructor() {
    setInterval(() => this.#look(), lookEveryMs).unref()
  }

  async within<Result>(request: IncomingMessage, read: () => Promise<Result>): Promise<Result> {
    this.#since.set(request, performance.now())
    try {
      return await read()
    } finally {
      this.#since.delete(request)
    }
  }

  /** The oldest come first, so it ends at the first that may go on. */
  #look(): void {
    for (const [request, since] of this.#since) {
      if (performance.now() - since < longestMs) return
      request.destroy()
    }
  }
}
