import { setTimeout } from 'node:timers/promises'

export interface Answered {
  readonly status: number
  readonly body: Readonly<Record<string, unknown>>
}

/**
 * `Balancer` distributes the requests of the upgrade scenario over the API processes one after the other, as a
 * proxy does. If one of them stops, the others take its requests.
 */
export class Balancer {
  readonly #backends: string[] = []
  #turn = 0

  add(url: string): void {
    this.#backends.push(url)
  }

  remove(url: string): void {
    this.#backends.splice(this.#backends.indexOf(url), 1)
  }

  next(): string {
    this.#turn++
    return this.#backends[this.#turn % this.#backends.length] ?? ''
  }
}

/**
 * `Load` runs the usual client scripts without pause in the upgrade scenario: add a record, start a spinner,
 * read jobs. Each script repeats unanswered requests.
 */
export class Load {
  /** The e-mail addresses of the scenario's records that the service has acknowledged. */
  readonly acknowledged: string[] = []
  readonly statuses = new Map<number, number>()
  readonly refusals: string[] = []
  /**
   * The number of requests that the scenario repeated at another API with the same key, because their
   * connection was refused or cut off.
   */
  repeated = 0
  readonly #balancer: Balancer
  readonly #stop = new AbortController()
  readonly #clients: Promise<void>[] = []

  constructor(balancer: Balancer) {
    this.#balancer = balancer
  }

  ingest(clients: number, pauseMs: number, dataTableId: string, key: string): void {
    for (let client = 0; client < clients; client++) {
      let no = 0
      this.#repeat(pauseMs, async () => {
        const name = `person-${client}-${no++}`
        const email = `${name}@example.com`
        const records = [{ name, email }]
        const { status } = await this.#ask('POST', '/public/ingest', key, { dataTableId, records }, name)
        if (status < 300) this.acknowledged.push(email)
      })
    }
  }

  trigger(pauseMs: number, spinnerId: string, key: string): void {
    let no = 0
    this.#repeat(pauseMs, () =>
      this.#ask('POST', `/public/trigger/${spinnerId}`, key, undefined, `job-${no++}`),
    )
  }

  look(pauseMs: number, token: string): void {
    this.#repeat(pauseMs, () => this.#ask('GET', '/jobs', token))
  }

  async end(): Promise<void> {
    this.#stop.abort()
    await Promise.all(this.#clients)
  }

  #repeat(pauseMs: number, work: () => Promise<unknown>): void {
    const client = async () => {
      while (!this.#stop.signal.aborted) {
        await work()
        await setTimeout(pauseMs)
      }
    }
    this.#clients.push(client())
  }

  async #ask(method: string, path: string, secret: string, body?: unknown, once?: string): Promise<Answered> {
    for (;;) {
      try {
        const response = await fetch(`${this.#balancer.next()}/api/v1${path}`, {
          method,
          headers: {
            authorization: `Bearer ${secret}`,
            ...(body === undefined ? {} : { 'content-type': 'application/json' }),
            ...(once === undefined ? {} : { 'idempotency-key': once }),
          },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        })
        const text = await response.text()
        const { status } = response
        this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1)
        if (status < 500) return { status, body: JSON.parse(text) as Answered['body'] }
        this.refusals.push(`${method} ${path}: ${status} ${text}`)
      } catch {
        this.repeated++
      }
      await setTimeout(50)
    }
  }
}
