import { setTimeout } from 'node:timers/promises'
import type { Demo } from '../../../src/use-cases/account/demo/set-up-demo.ts'

/** The answer of the public API to one request of the failover trial, with its times. */
export interface Answer {
  readonly what: 'ingest' | 'trigger' | 'read'
  /** The index of the API process that received the trial's request. */
  readonly api: number
  readonly sentAt: number
  readonly answeredAt: number
  /** The HTTP status of the answer to the trial's request; 0 if there was no answer. */
  readonly status: number
  readonly code: string
}

/**
 * A record that the failover trial sent to the public API, and whether the API's answer said that it was
 * written or that it was not.
 */
export interface SentRecord {
  readonly accountId: string
  readonly hasKey: boolean
  told: 'acknowledged' | 'notWritten' | 'unknown'
}

/**
 * The number of requests after which the trial's load repeats its pattern: one trigger, two reads, about twelve
 * records without an idempotency key, and the rest with one.
 */
const cycle = 50
const isTrigger = (nth: number) => nth % cycle === 0
const isRead = (nth: number) => nth % 25 === 1
const isWithoutKey = (nth: number) => nth % 4 === 2

/**
 * The pause in milliseconds before a client of the failover trial repeats an unanswered request the first time.
 * Clients repeat with the same idempotency key, and wait longer each time.
 */
const firstPauseMs = 500
const maxPauseMs = 8_000
/**
 * The largest number of the trial's clients that repeat requests at the same time. At this number, further
 * records are sent without an idempotency key.
 */
const maxRepeats = 200

/**
 * `Load` calls the public API at a fixed rate in the failover trial, whether or not the earlier requests were
 * answered.
 */
export class Load {
  readonly answers: Answer[] = []
  readonly records: SentRecord[] = []
  readonly #urls: readonly string[]
  readonly #demo: Demo
  readonly #perSecond: number
  readonly #stopping = new AbortController()
  readonly #requests = new Set<Promise<void>>()
  #pacing: Promise<void> = Promise.resolve()
  #repeating = 0
  #isCut = false
  #next = 0
  #lastJob: string | null = null

  constructor(urls: readonly string[], demo: Demo, perSecond: number) {
    this.#urls = urls
    this.#demo = demo
    this.#perSecond = perSecond
  }

  start(): void {
    this.#pacing = this.#pace()
  }

  /**
   * Sends no new requests in the failover trial, and waits until all records with an idempotency key are
   * acknowledged.
   */
  async stop(): Promise<void> {
    this.#stopping.abort()
    await this.#pacing
    await Promise.all(this.#requests)
  }

  /**
   * Stops all clients of the failover trial without waiting for unacknowledged records, after the trial has
   * failed.
   */
  cut(): void {
    this.#stopping.abort()
    this.#isCut = true
  }

  /** Starts one more job in the failover trial, over the records that no earlier job has taken. */
  async triggerLast(): Promise<void> {
    await this.#trigger(++this.#next)
  }

  async #pace(): Promise<void> {
    const begun = performance.now()
    for (let made = 0; !this.#stopping.signal.aborted; await setTimeout(10)) {
      const due = ((performance.now() - begun) / 1000) * this.#perSecond
      for (; made < due; made++) this.#make(++this.#next)
    }
  }

  #make(nth: number): void {
    const made = isTrigger(nth)
      ? this.#trigger(nth)
      : isRead(nth)
        ? this.#read(nth)
        : this.#ingest(nth, !isWithoutKey(nth) && this.#repeating < maxRepeats)
    this.#requests.add(made)
    void made.finally(() => this.#requests.delete(made))
  }

  async #ingest(nth: number, hasKey: boolean): Promise<void> {
    const record: SentRecord = { accountId: `A-${nth}`, hasKey, told: 'unknown' }
    this.records.push(record)
    const body = {
      dataTableId: this.#demo.dataTableId,
      records: [
        {
          name: `Person ${nth}`,
          phone: '+12025550100',
          account_id: record.accountId,
          email: `person${nth}@example.com`,
        },
      ],
    }
    if (hasKey) {
      const last = await this.#untilTaken(nth, (at) =>
        this.#post(at, 'ingest', '/ingest', body, `record-${nth}`),
      )
      if (last.status === 201) record.told = 'acknowledged'
      return
    }
    const { status, code } = await this.#post(nth, 'ingest', '/ingest', body)
    if (status === 201) record.told = 'acknowledged'
    else if (status !== 0 && code !== 'OUTCOME_UNKNOWN') record.told = 'notWritten'
  }

  async #trigger(nth: number): Promise<void> {
    await this.#untilTaken(nth, (at) =>
      this.#post(at, 'trigger', `/trigger/${this.#demo.spinnerId}`, undefined, `trigger-${nth}`),
    )
  }

  async #read(nth: number): Promise<void> {
    if (this.#lastJob !== null) await this.#send(nth, 'read', 'GET', `/jobs/${this.#lastJob}`)
  }

  /**
   * Repeats a request of the failover trial until it is accepted. Each repeat goes to the next API process, as
   * with a load balancer.
   */
  async #untilTaken(nth: number, send: (at: number) => Promise<Answer>): Promise<Answer> {
    let [repeats, pauseMs] = [0, firstPauseMs]
    let answer = await send(nth)
    while (isToBeRepeated(answer) && !this.#isCut) {
      if (repeats++ === 0) this.#repeating++
      await setTimeout(pauseMs * (0.75 + Math.random() / 2))
      pauseMs = Math.min(pauseMs * 2, maxPauseMs)
      answer = await send(nth + repeats)
    }
    if (repeats > 0) this.#repeating--
    return answer
  }

  #post(
    at: number,
    what: Answer['what'],
    path: string,
    body: object | undefined,
    key?: string,
  ): Promise<Answer> {
    return this.#send(at, what, 'POST', path, body, key)
  }

  async #send(
    at: number,
    what: Answer['what'],
    method: string,
    path: string,
    body?: object,
    key?: string,
  ): Promise<Answer> {
    const api = at % this.#urls.length
    const sentAt = performance.now()
    let [status, code] = [0, '']
    try {
      const response = await fetch(`${this.#urls[api]}/api/v1/public${path}`, {
        method,
        headers: {
          authorization: `Bearer ${this.#demo.apiKey}`,
          ...(key === undefined ? {} : { 'idempotency-key': key }),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      const said = (await response.json()) as { readonly code?: string; readonly jobId?: string }
      status = response.status
      code = said.code ?? ''
      if (what === 'trigger' && said.jobId !== undefined) this.#lastJob = said.jobId
    } catch {
      code = 'no answer'
    }
    const answer = { what, api, sentAt, answeredAt: performance.now(), status, code }
    this.answers.push(answer)
    return answer
  }
}

function isToBeRepeated({ status, code }: Answer): boolean {
  return status === 503 || status === 0 || code === 'IDEMPOTENCY_IN_PROGRESS'
}
