import { setTimeout } from 'node:timers/promises'
import { started } from '../../../bench/support/started.ts'
import { operator } from '../../../src/domain/account/audit/actor.ts'
import { ApiKeys } from '../../../src/use-cases/account/api-keys/api-keys.ts'
import type { DatabaseServer, Deployment } from '../../process/deployment.ts'
import { type Followed, type TakenEvent, TakenEvents } from './taken-events.ts'
import { writtenType } from './written-events.ts'

const pauseMs = 100

/** A program of the events scenario that reads the feed of events by key, and continues after the last event. */
export class FeedReader implements Followed {
  readonly name = 'feed'
  readonly taken = new TakenEvents()
  /** The number of events that came after an event with a larger or the same id. */
  outOfOrder = 0
  readonly #api: string
  readonly #secret: string
  readonly #stopping = new AbortController()
  #since: string | null = null

  static async start({ container, demo }: Deployment<DatabaseServer>, api: string): Promise<FeedReader> {
    const { secret } = await container.get(ApiKeys).create(
      { organizationId: demo.organizationId, by: operator },
      {
        name: 'Feed',
        scopes: ['events:read'],
        expiresAt: null,
        requestsPerSecond: null,
        projectIds: null,
        allowedNetworks: null,
      },
    )
    const reader = new FeedReader(api, secret)
    started(() => reader.#stopping.abort())
    void reader.#read()
    return reader
  }

  private constructor(api: string, secret: string) {
    this.#api = api
    this.#secret = secret
  }

  async #read(): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      const events = await this.#page()
      for (const { id } of events) {
        if (this.#since !== null && id <= this.#since) this.outOfOrder++
        this.#since = id
      }
      this.taken.add(events)
      if (events.length === 0) await setTimeout(pauseMs)
    }
  }

  /** Returns the next events; none if there are none, or if the API did not answer. */
  async #page(): Promise<readonly TakenEvent[]> {
    const query = new URLSearchParams({ types: writtenType, limit: '200' })
    if (this.#since !== null) query.set('since', this.#since)
    try {
      const response = await fetch(`${this.#api}/api/v1/events?${query.toString()}`, {
        headers: { authorization: `Bearer ${this.#secret}` },
      })
      const body = (await response.json()) as { readonly items?: readonly TakenEvent[] }
      return response.status === 200 ? (body.items ?? []) : []
    } catch {
      return []
    }
  }
}
