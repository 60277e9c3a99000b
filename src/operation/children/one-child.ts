import type { Worker } from 'node:cluster'
import { setTimeout } from 'node:timers/promises'
import type { Reading } from '../../adapters/metrics/summed-metrics.ts'
import type { FromChild, ToChild } from './messages.ts'
import { closeUnansweredConnections } from './unanswered-connections.ts'
import { wholeLines } from './whole-lines.ts'

/**
 * The milliseconds after which the metrics of a slow child are left out, because a scraper gives up after a
 * few seconds.
 */
const maxReadMs = 2_000

export interface ChildExit {
  readonly code: number | null
  readonly signal: string | null
}

/** A child process as its parent sees it: its start, its end and its metrics. */
export class OneChild {
  readonly pid: number
  /** A promise that resolves to true when the child is ready, and to false if the child ends before. */
  readonly started: Promise<boolean>
  /** The reason why the child did not start; null if it reported none. */
  refusal: string | null = null
  /** A promise that resolves when the child has ended and all of its output has been read. */
  readonly ended: Promise<ChildExit>
  readonly begunAt = performance.now()
  readonly #worker: Worker
  readonly #reads = new Map<number, (reading: Reading) => void>()
  #readCount = 0

  constructor(worker: Worker, writeLines: (lines: string) => void, hear: (message: FromChild) => void) {
    this.#worker = worker
    const { process } = worker
    this.pid = process.pid ?? 0
    const ready = Promise.withResolvers<boolean>()
    this.started = ready.promise
    this.ended = new Promise((resolve) => {
      process.once('close', (code, signal) => {
        ready.resolve(false)
        resolve({ code, signal })
      })
    })
    worker.on('error', () => {})
    closeUnansweredConnections(process)
    wholeLines(process.stdout, writeLines)
    worker.on('message', (message: FromChild) => {
      if (message.kind === 'ready') ready.resolve(true)
      else if (message.kind === 'refused') this.refusal = message.words
      else if (message.kind === 'reading') this.#reads.get(message.id)?.(message.reading)
      else hear(message)
    })
  }

  send(message: ToChild): void {
    // Sends the message only if the child process is still connected; a child that is ending gets none.
    if (this.#worker.isConnected()) this.#worker.send(message, () => {})
  }

  /** Returns the metrics of the child; null if it does not answer within 2 seconds. */
  async read(): Promise<Reading | null> {
    const id = this.#readCount++
    const answer = new Promise<Reading>((resolve) => {
      this.#reads.set(id, resolve)
    })
    this.send({ kind: 'read', id })
    const timeout = new AbortController()
    const late = setTimeout(maxReadMs, null, { signal: timeout.signal }).catch(() => null)
    try {
      return await Promise.race([answer, this.ended.then(() => null), late])
    } finally {
      timeout.abort()
      this.#reads.delete(id)
    }
  }

  kill(): void {
    this.#worker.process.kill('SIGKILL')
  }
}
