import { setTimeout } from 'node:timers/promises'
import { UnitOfWork } from '../../../src/ports/unit-of-work.ts'
import type { DatabaseServer, Deployment } from '../../process/deployment.ts'

/** The number of events that one transaction or request of the events scenario writes. */
const atOnce = 100
/** The share of the scenario's transactions that are rolled back, whose events nobody may receive. */
const rolledBack = 0.1

/** The type of the events that the events scenario writes and follows. */
export const writtenType = 'record.added'

/** The events that the events scenario writes, by the ids of the objects that they are about. */
export class WrittenEvents {
  readonly committed = new Set<string>()
  /** The events of transactions that were rolled back. */
  readonly undone = new Set<string>()
  /** The events of transactions whose outcome was lost with the connection. */
  readonly inDoubt = new Set<string>()
  #ingested = 0

  /** The number of events that are known to be committed. */
  get count(): number {
    return this.committed.size + this.#ingested
  }

  /** Writes events in transactions of this process until enough are committed, or until `signal` aborts. */
  async write(
    { container, demo: { organizationId } }: Deployment<DatabaseServer>,
    wanted: number,
    signal: AbortSignal = new AbortController().signal,
  ): Promise<void> {
    while (this.count < wanted && !signal.aborted) {
      const isUndone = Math.random() < rolledBack
      const ids = Array.from({ length: atOnce }, () => `written ${Math.random()}`)
      const written = container.get(UnitOfWork).run(async (tx) => {
        const found = ids.map((objectId) => ({ objectId }))
        await tx.events.add({ organizationId, type: writtenType, projectId: null, data: {}, events: found })
        if (isUndone) throw new Error('undone')
      })
      const into = await written.then(
        () => this.committed,
        () => (isUndone ? this.undone : this.inDoubt),
      )
      for (const id of ids) into.add(id)
      await setTimeout(20)
    }
  }

  /**
   * Sends records to the API by its public route until enough events are committed. Repeats requests without an answer
   * under their idempotency key, as a source does while the API is killed. The table then has the ids of the records.
   */
  async ingest(
    { demo: { apiKey, dataTableId } }: Deployment<DatabaseServer>,
    api: string,
    wanted: number,
  ): Promise<void> {
    while (this.count < wanted) {
      const records = Array.from({ length: atOnce }, () => ({
        name: 'Ada',
        phone: '+12025550100',
        account_id: String(Math.random()),
        email: `person${Math.random()}@example.com`,
      }))
      const key = `batch-${Math.random()}`
      while (!(await isTaken(api, apiKey, key, { dataTableId, records }))) await setTimeout(50)
      this.#ingested += atOnce
    }
  }
}

/** A request of the events scenario that the API refuses for good, which is a fault of the scenario. */
class RefusedRequest extends Error {}

/** Sends records to the API. Returns false if there was no answer, or if the API asks to repeat the request. */
async function isTaken(api: string, key: string, idempotencyKey: string, json: object): Promise<boolean> {
  try {
    const response = await fetch(`${api}/api/v1/public/ingest`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${key}`,
        'idempotency-key': idempotencyKey,
      },
      body: JSON.stringify(json),
    })
    const text = await response.text()
    if (response.status === 400 || response.status === 422) throw new RefusedRequest(text)
    return response.status === 201
  } catch (error) {
    if (error instanceof RefusedRequest) throw error
    return false
  }
}
