import { setTimeout } from 'node:timers/promises'
import { SystemClock } from '../../src/adapters/system/system-clock.ts'
import { operator } from '../../src/domain/account/audit/actor.ts'
import type { Mapping } from '../../src/domain/arrival/mapping/mapping.ts'
import { ArrivalStore } from '../../src/ports/arrival/arrivals.ts'
import { RecordAppender } from '../../src/ports/arrival/record-appender.ts'
import { Ids } from '../../src/ports/ids.ts'
import { OrganizationTimes } from '../../src/ports/organization-times.ts'
import { UnitOfWork } from '../../src/ports/unit-of-work.ts'
import { CreateUser } from '../../src/use-cases/account/create-user.ts'
import { DeliveryReader } from '../../src/use-cases/arrival/delivery-reader.ts'
import { FinishArrivals } from '../../src/use-cases/arrival/finish-arrivals.ts'
import { unusedPort } from '../support/servers/unused-port.ts'
import type { Deployment, Worker } from './deployment.ts'

const password = 'correct horse battery staple'
const email = 'storm@example.com'

/**
 * The counts after a storm of test deliveries: the answers that the sources got, and the records that the
 * database holds.
 */
export interface StormCounts {
  readonly answered: number
  /** The number of test deliveries that were sent again because no answer came. */
  readonly repeated: number
  readonly kills: number
  readonly inTable: number
  readonly held: number
  readonly twice: number
  readonly lost: number
}

export interface StormSizes {
  readonly deliveries: number
  readonly kills: number
  readonly senders: number
}

/**
 * `ArrivalStorm` is a test load that posts deliveries in a foreign format to an open table that has a mapping
 * for half of them. Like careful senders, it repeats deliveries without an answer, while the API is killed
 * again and again.
 */
export class ArrivalStorm {
  readonly #deployment: Deployment
  readonly #port: number
  #api: Worker

  static async begin(deployment: Deployment): Promise<ArrivalStorm> {
    const { dataTableId, organizationId } = deployment.demo
    const unitOfWork = deployment.container.get(UnitOfWork)
    await unitOfWork.run(async (tx) => {
      const table = await tx.dataTables.lock(organizationId, dataTableId)
      if (table === null) throw new Error('The demo has a table')
      const schemaVersion = table.schemaVersion + 1
      await tx.dataTables.save({ ...table, acceptsAnyFormat: true, missingColumns: 'fill', schemaVersion })
    })
    const user = { organizationId, email, password, name: 'Storm', role: 'owner' } as const
    await deployment.container.get(CreateUser).execute({ ...user, by: operator })
    const port = await unusedPort()
    const storm = new ArrivalStorm(deployment, port, await deployment.startApi(port))
    await storm.#map('known')
    return storm
  }

  private constructor(deployment: Deployment, port: number, api: Worker) {
    this.#deployment = deployment
    this.#port = port
    this.#api = api
  }

  async rage({ deliveries, kills, senders }: StormSizes): Promise<StormCounts> {
    let [next, answered, repeated, killed] = [0, 0, 0, 0]
    const send = async (): Promise<void> => {
      for (let no = next++; no < deliveries; no = next++) {
        while (!(await this.#send(no))) {
          repeated++
          await setTimeout(20)
        }
        answered++
      }
    }
    const sending = Promise.all(Array.from({ length: senders }, send))
    const isOver = () => answered === deliveries
    while (killed < kills && !isOver()) {
      const due = (deliveries * (killed + 1)) / (kills + 1)
      const isDue = () => answered >= due
      while (!isDue() && !isOver()) await setTimeout(5)
      await this.#kill()
      killed++
    }
    await sending
    return this.#counts(deliveries, { answered, repeated, kills: killed })
  }

  /** Adds a mapping for the other half of the storm's deliveries and admits them, while the test kills the API. */
  async admit(deliveries: number, kills: number): Promise<StormCounts> {
    await this.#map('unknown')
    let killed = 0
    for (;;) {
      const admitting = this.#admitAll()
      if (killed < kills) {
        const before = await this.#inTable()
        while ((await this.#inTable()) < before + deliveries / 2 / (kills + 2)) await setTimeout(5)
        await this.#kill()
        killed++
      }
      if ((await admitting) !== null) break
    }
    // Repeats some of the test's deliveries that were answered, as sources may do.
    await Promise.all(Array.from({ length: 20 }, (_, no) => this.#send(no)))
    return this.#counts(deliveries, { answered: deliveries, repeated: 0, kills: killed })
  }

  async #kill(): Promise<void> {
    await this.#api.kill()
    this.#api = await this.#deployment.startApi(this.#port)
  }

  async #map(kind: string): Promise<void> {
    const { dataTableId, organizationId } = this.#deployment.demo
    const mapping: Mapping = {
      name: kind,
      match: { where: [], requires: [[`${kind} mail`]] },
      root: [],
      fields: [{ column: 'email', from: [{ path: [`${kind} mail`] }], transform: [] }],
      action: 'insert',
    }
    const id = this.#deployment.container.get(Ids).next()
    const now = new Date()
    const position = kind === 'known' ? 0 : 1
    const stored = { ...mapping, id, organizationId, dataTableId, position, version: 1 }
    await this.#deployment.container.get(UnitOfWork).run(async (tx) => {
      const others = await tx.mappings.of(dataTableId)
      await tx.mappings.replace(dataTableId, [...others, { ...stored, createdAt: now, updatedAt: now }])
    })
  }

  /** Sends a delivery of the storm to the API. Returns false if no answer came. */
  async #send(no: number): Promise<boolean> {
    const key = no % 2 === 0 ? 'known mail' : 'unknown mail'
    try {
      const response = await fetch(
        `http://127.0.0.1:${this.#port}/api/v1/public/data-tables/ingest/${this.#deployment.demo.ingestToken}`,
        {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'webhook-id': `delivery ${no}` },
          body: JSON.stringify({ [key]: `lead${no}@example.com`, more: { no } }),
        },
      )
      await response.arrayBuffer()
      return response.status === 200
    } catch {
      return false
    }
  }

  async #admitAll(): Promise<object | null> {
    try {
      const call = async (path: string, json: object, token = '') => {
        const response = await fetch(`http://127.0.0.1:${this.#port}/api/v1${path}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
          body: JSON.stringify(json),
        })
        return (await response.json()) as { readonly token?: string; readonly admitted?: number }
      }
      const { token = '' } = await call('/auth/sign-in', { email, password })
      const { dataTableId } = this.#deployment.demo
      const answer = await call('/arrivals/admit', { dataTableId, all: true }, token)
      return answer.admitted === undefined ? null : answer
    } catch {
      return null
    }
  }

  async #inTable(): Promise<number> {
    const [row] = await this.#deployment.query<{ count: number }>(
      'select count(*)::int as count from records',
    )
    return row?.count ?? 0
  }

  /** Finishes interrupted arrivals of the test as the runtime does, with a clock that is one minute ahead. */
  async #finish(): Promise<void> {
    const { container } = this.#deployment
    const inAMinute = new (class extends SystemClock {
      override now(): Date {
        return new Date(Date.now() + 60_000)
      }

      override realNow(): Date {
        return this.now()
      }
    })()
    const finishing = new FinishArrivals(
      container.get(ArrivalStore),
      container.get(RecordAppender),
      container.get(DeliveryReader),
      container.get(UnitOfWork),
      inAMinute,
      container.get(OrganizationTimes),
    )
    await finishing.execute(new AbortController().signal)
  }

  async #counts(
    deliveries: number,
    reported: Pick<StormCounts, 'answered' | 'repeated' | 'kills'>,
  ): Promise<StormCounts> {
    await this.#finish()
    const [row] = await this.#deployment.query<Pick<StormCounts, 'inTable' | 'held' | 'twice'>>(`
      select (select count(*)::int from records) as "inTable",
             (select count(*)::int from arrivals where status in ('held', 'received')) as held,
             (select count(*)::int from (select 1 from records group by data ->> 'email' having count(*) > 1) d) as twice`)
    if (row === undefined) throw new Error('A count is a row')
    return { ...reported, ...row, lost: deliveries - row.inTable - row.held }
  }
}
