import { setTimeout } from 'node:timers/promises'
import type { Demo } from '../../../src/use-cases/account/demo/set-up-demo.ts'

/**
 * The result of sending a record, as the client of the durability scenario knows it; `unknown` if no answer says
 * whether the record was stored.
 */
export type Outcome = 'acknowledged' | 'refused' | 'unknown'

const clients = 16
/**
 * The number of records in a batch of the durability scenario. Every fourth client sends batches, the others
 * single records.
 */
const batchSize = 50
const pauseAfterFaultMs = 20
const timeoutMs = 20_000

/**
 * The clients of the durability scenario. They send records without a pause, give each record a number, and note
 * for each number whether the service acknowledged the record.
 */
export class Clients {
  /** The number of records that all clients of the durability scenario have sent so far. */
  sent = 0
  unknownRequests = 0
  /**
   * The times in milliseconds when the latest acknowledged request was begun (`latestAcknowledged`) and when
   * it was answered (`servedAt`).
   */
  latestAcknowledged = 0
  servedAt = 0
  readonly #answers = new Map<string, number>()
  readonly #outcomes: Outcome[] = []
  readonly #url: string
  readonly #demo: Demo
  readonly #ended: Promise<unknown>
  #stopping = false

  constructor(url: string, demo: Demo) {
    this.#url = `${url}/api/v1/public/ingest`
    this.#demo = demo
    this.#ended = Promise.all(
      Array.from({ length: clients }, (_, client) => this.#send(client % 4 === 3 ? batchSize : 1)),
    )
  }

  async stop(): Promise<void> {
    this.#stopping = true
    await this.#ended
  }

  outcomeOf(no: number): Outcome {
    return this.#outcomes[no] ?? 'unknown'
  }

  counts(): Readonly<Record<Outcome, number>> {
    const counts = { acknowledged: 0, refused: 0, unknown: 0 }
    for (let no = 0; no < this.sent; no++) counts[this.outcomeOf(no)]++
    return counts
  }

  answersByName(): [name: string, count: number][] {
    return [...this.#answers].toSorted(([a], [b]) => a.localeCompare(b))
  }

  async #send(size: number): Promise<void> {
    while (!this.#stopping) {
      const first = this.sent
      this.sent += size
      const begunAt = performance.now()
      const [answer, outcome] = await this.#post(first, size)
      this.#answers.set(answer, (this.#answers.get(answer) ?? 0) + 1)
      for (let no = first; no < first + size; no++) this.#outcomes[no] = outcome
      if (outcome === 'acknowledged') {
        if (begunAt > this.latestAcknowledged) this.#served(begunAt)
      } else {
        if (outcome === 'unknown') this.unknownRequests++
        await setTimeout(pauseAfterFaultMs)
      }
    }
  }

  #served(begunAt: number): void {
    this.latestAcknowledged = begunAt
    this.servedAt = performance.now()
  }

  async #post(first: number, size: number): Promise<[answer: string, outcome: Outcome]> {
    try {
      const response = await fetch(this.#url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${this.#demo.apiKey}` },
        body: JSON.stringify({
          dataTableId: this.#demo.dataTableId,
          records: Array.from({ length: size }, (_, index) => record(first + index)),
        }),
        signal: AbortSignal.timeout(timeoutMs),
      })
      const { code } = (await response.json()) as { code?: string }
      if (response.status === 201) return ['201', 'acknowledged']
      const known = response.status < 500 || code === 'OVERLOADED'
      return [`${response.status} ${code}`, known ? 'refused' : 'unknown']
    } catch (error) {
      const { name, cause } = error as Error & { cause?: { code?: string } }
      const code = cause?.code ?? name
      return [code, code === 'ECONNREFUSED' ? 'refused' : 'unknown']
    }
  }
}

const record = (no: number) => ({
  name: `Person ${no}`,
  phone: '+1 202 555 0100',
  account_id: `D-${no}`,
  email: `person${no}@example.com`,
})
