import cluster from 'node:cluster'
import type { Reading } from '../../adapters/metrics/summed-metrics.ts'
import type { AdmittedRequests } from '../../domain/plan/admitted-requests.ts'
import type { FromChild, PreparedByParent, ToChild } from './messages.ts'

/** The connection of a child process to its parent, in a service of several processes. */
export class Child {
  readonly given: Promise<PreparedByParent | null>
  readonly #scrapes = new Map<number, (text: string) => void>()
  #scrapeCount = 0
  #read: () => Promise<Reading> = () => Promise.resolve([])
  #hear: (spent: readonly AdmittedRequests[]) => void = () => {}

  /**
   * Calls `stop` when the parent process requests it or has ended, because no child may keep serving the port
   * without its parent.
   */
  constructor(stop: (reason: string) => void) {
    const { promise, resolve } = Promise.withResolvers<PreparedByParent | null>()
    this.given = promise
    process.on('message', (message: ToChild) => {
      if (message.kind === 'given') resolve(message.given)
      else if (message.kind === 'stop') stop('the parent process is stopping')
      else if (message.kind === 'read') void this.#answer(message.id)
      else if (message.kind === 'spent') this.#hear(message.spent)
      else this.#scraped(message.id, message.text)
    })
    cluster.worker?.on('disconnect', () => {
      // Prevents the cluster module of Node.js from exiting the process at once when the parent ends. Running
      // requests and messages are completed first.
      if (cluster.worker) cluster.worker.exitedAfterDisconnect = true
      stop('the parent process has ended')
    })
  }

  ready(): void {
    this.#tell({ kind: 'ready' })
  }

  /**
   * Sends the parent process the reason why this child could not start. The parent prints it once for all
   * children.
   */
  refuse(words: string): void {
    this.#tell({ kind: 'refused', words })
  }

  /** Returns the metrics of the parent and all children, in the text format of Prometheus. */
  scrape(): Promise<string> {
    const id = this.#scrapeCount++
    return new Promise((resolve) => {
      this.#scrapes.set(id, resolve)
      this.#tell({ kind: 'scrape', id })
    })
  }

  onRead(read: () => Promise<Reading>): void {
    this.#read = read
  }

  tellSpent(spent: readonly AdmittedRequests[]): void {
    this.#tell({ kind: 'spent', spent })
  }

  onSpent(hear: (spent: readonly AdmittedRequests[]) => void): void {
    this.#hear = hear
  }

  async #answer(id: number): Promise<void> {
    this.#tell({ kind: 'reading', id, reading: await this.#read() })
  }

  #scraped(id: number, text: string): void {
    this.#scrapes.get(id)?.(text)
    this.#scrapes.delete(id)
  }

  #tell(message: FromChild): void {
    // Does not send a message if the parent process has just ended. The `disconnect` event then stops this
    // child.
    if (process.connected) process.send?.(message, undefined, undefined, () => {})
  }
}
