import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { SystemTimers } from '../../../src/adapters/system/system-timers.ts'
import { operator } from '../../../src/domain/account/audit/actor.ts'
import { heldClaimOf } from '../../../src/domain/arrival/claims.ts'
import { TableBusy } from '../../../src/domain/arrival/table-busy.ts'
import { DomainError } from '../../../src/domain/errors.ts'
import type { TableSchema } from '../../../src/domain/table/table-schema.ts'
import { newTestClock } from '../../../src/domain/test-mode/test-clock.ts'
import { ArrivalStore } from '../../../src/ports/arrival/arrivals.ts'
import { type Admission, RecordAppender } from '../../../src/ports/arrival/record-appender.ts'
import { Clock } from '../../../src/ports/clock.ts'
import { Ids } from '../../../src/ports/ids.ts'
import { Metrics } from '../../../src/ports/metrics.ts'
import { UnitOfWork } from '../../../src/ports/unit-of-work.ts'
import { DeliveryProof, withoutRequest } from '../../../src/use-cases/arrival/delivery-proof.ts'
import { DeliveryReader } from '../../../src/use-cases/arrival/delivery-reader.ts'
import { DiscardArrivals } from '../../../src/use-cases/arrival/discard-arrivals.ts'
import { FinishArrivals } from '../../../src/use-cases/arrival/finish-arrivals.ts'
import { AutomaticMapping } from '../../../src/use-cases/arrival/mapping/automatic-mapping.ts'
import { TakeArrival } from '../../../src/use-cases/arrival/take-arrival.ts'
import { lead } from '../../support/api.ts'
import { heldArrival } from '../../support/data/held-arrival.ts'
import { PassingAppender } from '../../support/data/table/passing-appender.ts'
import { createTenant, type Tenant } from '../../support/tenant.ts'
import { createWorld, type World } from '../../support/world.ts'

describe('arrivals that are answered before their commit ends', () => {
  let world: World
  let own: Tenant

  beforeAll(async () => {
    world = await createWorld()
  })
  afterAll(() => world.close())
  beforeEach(async () => {
    world.clock.set('2026-11-20T12:00:00.000Z')
    own = await createTenant(world)
  })

  const setWindow = (duplicateWindowSeconds: number) =>
    world.container.get(UnitOfWork).run(async (tx) => {
      const table = await tx.dataTables.lock(own.organizationId, own.dataTableId)
      if (table === null) throw new Error('There is such a table')
      const schemaVersion = table.schemaVersion + 1
      await tx.dataTables.save({ ...table, acceptsAnyFormat: true, duplicateWindowSeconds, schemaVersion })
    })
  /**
   * Sends records without a delivery id to the webhook URL. Their commit ends after the answer; it fails if the table
   * is busy for longer.
   */
  const sendLate = async (digest: string, at: Date | null = null, isBusy = false) => {
    const appender = new LateAppender(world.container.get(RecordAppender))
    await send(appender, digest, at)
    await (isBusy ? appender.fail() : appender.commit())
  }
  const send = async (appender: RecordAppender, digest: string, at: Date | null = null) => {
    const { container } = world
    const takeArrival = new TakeArrival(
      appender,
      container.get(ArrivalStore),
      container.get(DeliveryReader),
      container.get(DeliveryProof),
      container.get(AutomaticMapping),
      container.get(Ids),
      container.get(Metrics),
      new ImpatientTimers(),
    )
    const bytes = Buffer.from(JSON.stringify({ records: [lead(1)] }))
    const body = { bytes, digest, contentType: null, contentEncoding: null, headers: {}, query: {} }
    const work = () =>
      takeArrival.execute({
        credential: own.token,
        dataTableId: null,
        facts: null,
        refusal: async () => ({ code: 'VALIDATION_FAILED', reasons: [] }),
        body: async () => body,
        isGreeting: () => false,
        requestId: digest,
        requestOf: withoutRequest,
      })
    const taken = await (at === null ? work() : container.get(Clock).at(at, work))
    expect(taken).toMatchObject({ accepted: 0, held: 1 })
  }
  /** Stores an arrival of the test whose processing has ended with a crash. */
  const leave = async (receivedAt: Date) => {
    const arrival = heldArrival(world, own, 1, { records: [lead(2)] })
    await world.container.get(ArrivalStore).keep({ ...arrival, receivedAt, status: 'received' }, null)
  }
  const finish = async () => {
    world.clock.advance(60)
    await world.container.get(FinishArrivals).execute(new AbortController().signal)
  }
  const added = async () => [
    (await world.inspect.records(own.dataTableId)).length,
    await world.inspect.used(own.organizationId, 'records', '2026-11'),
    (await world.container.get(ArrivalStore).admissible(own, null, 10)).length,
  ]

  it('adds each delivery once if the table recognizes no repeats, even deliveries of the same bytes and time', async () => {
    await setWindow(0)
    await sendLate('bytes')
    await sendLate('bytes')
    expect(await added()).toEqual([2, 2, 2])
    await finish()
    expect(await added()).toEqual([2, 2, 0])
  })

  it('adds a delivery once if an equal delivery came after a duplicate window that is shorter than the wait', async () => {
    await setWindow(5)
    await sendLate('bytes')
    world.clock.advance(10)
    await sendLate('bytes')
    await finish()
    expect(await added()).toEqual([2, 2, 0])
  })

  it('adds a delivery once if its source repeats it before its records are in the table', async () => {
    await setWindow(600)
    await sendLate('bytes', null, true)
    world.clock.advance(5)
    await sendLate('bytes', null, true)
    expect(await added()).toEqual([0, 0, 2])
    await finish()
    expect(await added()).toEqual([1, 1, 0])
  })

  it('holds a delivery at once if too many requests wait for the table', async () => {
    await setWindow(600)
    await send(new BusyAppender(world.container.get(RecordAppender)), 'bytes')
    expect(await added()).toEqual([0, 0, 1])
    await finish()
    expect(await added()).toEqual([1, 1, 0])
  })

  it('adds a delivery of which an earlier copy was held and discarded', async () => {
    await setWindow(600)
    const copy = heldArrival(world, own, 1, { records: [lead(1)] })
    const rules = { duplicateWindowSeconds: 600, signature: null }
    const claim = heldClaimOf({ headers: {}, digest: 'bytes' }, copy.receivedAt, rules)
    await world.container.get(ArrivalStore).keep(copy, claim)
    await world.container.get(DiscardArrivals).one(own.organizationId, copy.id, operator)
    await sendLate('bytes', null, true)
    expect(await added()).toEqual([0, 0, 1])
    await finish()
    expect(await added()).toEqual([1, 1, 0])
  })

  it.each([
    [600, 0],
    [0, 600],
    [5, 0],
  ])('adds a delivery once if the duplicate window changes from %d to %d seconds', async (before, after) => {
    await setWindow(before)
    await sendLate('bytes')
    await setWindow(after)
    await finish()
    expect(await added()).toEqual([1, 1, 0])
  })

  it.each(['2031-03-01T09:00:00.000Z', '2026-11-19T09:00:00.000Z'])(
    'finishes the arrivals of a test organization whose clock stands still at %s',
    async (moment) => {
      const at = new Date(moment)
      const { organizationId } = own
      await world.container.get(UnitOfWork).run((tx) => tx.testClocks.add(newTestClock(organizationId, at)))
      await setWindow(600)
      await leave(at)
      await sendLate('bytes', at)
      expect(await added()).toEqual([1, 1, 2])
      await finish()
      expect(await added()).toEqual([2, 2, 0])
    },
  )
})

/** A test double: `LateAppender` starts the commit of records, and returns its outcome when the test asks for it. */
class LateAppender extends PassingAppender {
  readonly #gate = Promise.withResolvers<void>()
  #admitted: Promise<unknown> = Promise.resolve()

  /** Ends the commit of the test's records. */
  async commit() {
    this.#gate.resolve()
    await this.#admitted
  }

  /** Ends the commit of the test's records with an error, as if an import were being added to the table for long. */
  async fail() {
    this.#gate.reject(new DomainError('OVERLOADED'))
    await this.#admitted.catch(() => {})
  }

  override admit(admission: Admission, tableSchema: TableSchema) {
    const admitted = this.#gate.promise.then(() => super.admit(admission, tableSchema))
    this.#admitted = admitted
    return admitted
  }
}

/** A test double: `BusyAppender` admits nothing, as if an import were being added to the table. */
class BusyAppender extends PassingAppender {
  override admit() {
    return Promise.reject(new TableBusy())
  }
}

/** A test double: `ImpatientTimers` calls back at once, as if the time had passed. */
class ImpatientTimers extends SystemTimers {
  override after(_milliseconds: number, work: () => void) {
    return super.after(0, work)
  }
}
