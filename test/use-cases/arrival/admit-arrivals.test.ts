import { expect, it } from '@jest/globals'
import { MemoryStore } from '../../../src/adapters/memory/store.ts'
import { operator } from '../../../src/domain/account/audit/actor.ts'
import type { KeptArrival } from '../../../src/domain/arrival/arrival.ts'
import { DomainError } from '../../../src/domain/errors.ts'
import type { TableShape } from '../../../src/domain/table/table-shape.ts'
import { ArrivalStore } from '../../../src/ports/arrival/arrivals.ts'
import { type Admission, type Arrival, RecordAppender } from '../../../src/ports/arrival/record-appender.ts'
import { Clock } from '../../../src/ports/clock.ts'
import { Ids } from '../../../src/ports/ids.ts'
import { Metrics } from '../../../src/ports/metrics.ts'
import { UnitOfWork } from '../../../src/ports/unit-of-work.ts'
import { AdmitArrivals } from '../../../src/use-cases/arrival/admit-arrivals.ts'
import { DeliveryReader } from '../../../src/use-cases/arrival/delivery-reader.ts'
import { lead } from '../../support/api.ts'
import { createTenant } from '../../support/tenant.ts'
import { createWorld } from '../../support/world.ts'

it('an admission that is interrupted records the records stored so far in the audit log', async () => {
  const world = await createWorld('memory')
  const { container } = world
  const own = await createTenant(world)
  const arrivals = container.get(ArrivalStore)
  for (const no of [1, 2]) await arrivals.keep(held(no), null)
  const admitArrivals = new AdmitArrivals(
    arrivals,
    new ClosesAfter(container.get(RecordAppender), 1),
    container.get(DeliveryReader),
    container.get(UnitOfWork),
    container.get(Clock),
    container.get(Metrics),
  )
  const command = { ...own, dryRun: false, by: operator }
  await expect(admitArrivals.execute(command, async () => {})).rejects.toMatchObject({ code: 'OVERLOADED' })
  const entries = [...container.get(MemoryStore).auditEntries.values()]
  expect(entries.filter(({ action }) => action === 'arrivals.admitted')).toMatchObject([
    { after: { admitted: 1 } },
  ])
  await world.close()

  function held(no: number): KeptArrival {
    const bytes = Buffer.from(JSON.stringify({ records: [lead(no)] }))
    return {
      id: container.get(Ids).next(),
      organizationId: own.organizationId,
      dataTableId: own.dataTableId,
      receivedAt: world.clock.now(),
      state: 'held',
      code: null,
      reasons: [],
      shape: null,
      mappingId: null,
      apiKeyId: null,
      requestId: `request ${no}`,
      records: 1,
      accepted: 0,
      heldPositions: null,
      body: { bytes, digest: `${no}`, contentType: null, contentEncoding: null, headers: {}, query: {} },
      revision: 1,
    }
  }
})

/**
 * A test double: `ClosesAfter` accepts the first few admissions, and refuses further ones as a table does while
 * an import is being completed.
 */
class ClosesAfter extends RecordAppender {
  readonly #intake: RecordAppender
  #left: number

  constructor(intake: RecordAppender, admissions: number) {
    super()
    this.#intake = intake
    this.#left = admissions
  }

  override remembered(arrival: Arrival) {
    return this.#intake.remembered(arrival)
  }

  override cachedShape() {
    return null
  }

  override factsOf(arrival: Arrival) {
    return this.#intake.factsOf(arrival)
  }

  override append(arrival: Arrival, shape: TableShape) {
    return this.#intake.append(arrival, shape)
  }

  override admit(admission: Admission, shape: TableShape) {
    if (this.#left-- === 0) throw new DomainError('OVERLOADED')
    return this.#intake.admit(admission, shape)
  }
}
