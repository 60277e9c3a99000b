import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { heldPositionsOf } from '../../../src/domain/arrival/held-records.ts'
import { DomainError } from '../../../src/domain/errors.ts'
import type { TableSchema } from '../../../src/domain/table/table-schema.ts'
import { ArrivalStore } from '../../../src/ports/arrival/arrivals.ts'
import { type Admission, RecordAppender } from '../../../src/ports/arrival/record-appender.ts'
import { Clock } from '../../../src/ports/clock.ts'
import { OrganizationTimes } from '../../../src/ports/organization-times.ts'
import { type Transaction, UnitOfWork } from '../../../src/ports/unit-of-work.ts'
import { DeliveryReader } from '../../../src/use-cases/arrival/delivery-reader.ts'
import { FinishArrivals } from '../../../src/use-cases/arrival/finish-arrivals.ts'
import { lead } from '../../support/api.ts'
import { heldArrival } from '../../support/data/held-arrival.ts'
import { PassingAppender } from '../../support/data/table/passing-appender.ts'
import { createTenant, type Tenant } from '../../support/tenant.ts'
import { createWorld, type World } from '../../support/world.ts'

describe('the finishing of arrivals', () => {
  let world: World
  let arrivals: ArrivalStore
  let busy: Tenant
  let other: Tenant
  let appender: BusyAppender

  beforeEach(async () => {
    world = await createWorld()
    arrivals = world.container.get(ArrivalStore)
    busy = await createTenant(world)
    other = await createTenant(world)
    appender = new BusyAppender(world.container.get(RecordAppender), busy.dataTableId)
  })
  afterEach(() => world.close())

  const leave = async (own: Tenant, no: number) => {
    const arrival = heldArrival(world, own, no, { records: [lead(no)] })
    await arrivals.keep({ ...arrival, status: 'received' }, null)
    return async () => (await arrivals.find(own.organizationId, arrival.id))?.status
  }
  const finish = (unitOfWork = world.container.get(UnitOfWork)) => {
    world.clock.advance(60)
    const { container } = world
    const finishing = new FinishArrivals(
      arrivals,
      appender,
      container.get(DeliveryReader),
      unitOfWork,
      container.get(Clock),
      container.get(OrganizationTimes),
    )
    return finishing.execute(new AbortController().signal)
  }

  it('finishes the arrivals of other organizations, and tries a table that is busy with an import once in a run', async () => {
    const first = await leave(busy, 1)
    for (let no = 2; no <= 150; no++) await leave(busy, no)
    const last = await leave(other, 151)
    await finish()
    expect([await first(), await last(), appender.refused]).toEqual(['received', 'accepted', 1])
    appender.isBusy = false
    await finish()
    expect(await first()).toBe('accepted')
  })

  it('adds the rest of a large arrival later if the table becomes busy after the first records', async () => {
    const records = Array.from({ length: 501 }, (_, no) => lead(no))
    const arrival = heldArrival(world, busy, 1, { records })
    await arrivals.keep({ ...arrival, status: 'received' }, null)
    const found = () => arrivals.find(busy.organizationId, arrival.id)
    appender.admitsBeforeBusy = 1
    await finish()
    expect(await found()).toMatchObject({
      status: 'received',
      code: 'ON_ITS_WAY',
      reasons: [{ code: 'ON_ITS_WAY' }],
      accepted: 500,
      heldPositions: [500],
    })
    appender.isBusy = false
    await finish()
    expect(await found()).toMatchObject({ status: 'accepted', code: null, reasons: [], accepted: 501 })
    expect(await world.inspect.records(busy.dataTableId)).toHaveLength(501)
  })

  it('still holds the records of an arrival that could not be read once, if a mapping finds other records then', async () => {
    const recordsRoot = ['people', { all: true as const }]
    const content = { people: [lead(1), lead(2)], staff: [lead(3), lead(4)] }
    const received = { ...heldArrival(world, other, 1, content), status: 'received' as const, recordsRoot }
    // A late commit may have added any of the two records.
    await arrivals.keep({ ...received, records: 2, heldPositions: [0, 1] }, null)
    const found = () => arrivals.find(other.organizationId, received.id)
    await finish()
    const held = { status: 'held', records: 2, heldPositions: [0, 1], recordsRoot }
    expect(await found()).toMatchObject({ ...held, code: 'UNKNOWN_FORMAT' })
    const present = await found()
    expect(present && heldPositionsOf(present, { root: ['staff', { all: true }], records: 2 })).toBe(
      'changed',
    )
    expect(present && heldPositionsOf(present, { root: recordsRoot, records: 2 })).toEqual([0, 1])
  })

  it('finishes the arrivals after more than a page of arrivals that fail, and reports the first error', async () => {
    appender.fault = new Error('A fault of one arrival')
    const first = await leave(busy, 1)
    for (let no = 2; no <= 101; no++) await leave(busy, no)
    const last = await leave(other, 102)
    await expect(finish()).rejects.toBe(appender.fault)
    expect([await first(), await last(), appender.refused]).toEqual(['received', 'accepted', 101])
  })

  it('ends with an error if the database cannot be reached', async () => {
    await leave(busy, 1)
    await leave(other, 2)
    await expect(finish(new UnreachableUnitOfWork())).rejects.toMatchObject({ code: 'OVERLOADED' })
    expect(appender.refused).toBe(0)
  })
})

/**
 * A test double: `BusyAppender` adds no record to one table. It fails as if an import were being added to the table,
 * unless the test sets another error.
 */
class BusyAppender extends PassingAppender {
  readonly #busyTableId: string
  isBusy = true
  /** The number of admissions of the test that succeed before the table is busy. */
  admitsBeforeBusy = 0
  refused = 0
  /** The error of an admission to the table in the test. */
  fault: Error = new DomainError('OVERLOADED')

  constructor(appender: RecordAppender, busyTableId: string) {
    super(appender)
    this.#busyTableId = busyTableId
  }

  override async admit(admission: Admission, tableSchema: TableSchema) {
    if (this.isBusy && tableSchema.tableId === this.#busyTableId && this.admitsBeforeBusy-- <= 0) {
      this.refused++
      throw this.fault
    }
    return super.admit(admission, tableSchema)
  }
}

/** A test double: `UnreachableUnitOfWork` fails as if the database were away. */
class UnreachableUnitOfWork extends UnitOfWork {
  override async run<Result>(_work: (tx: Transaction) => Promise<Result>): Promise<Result> {
    throw new DomainError('OVERLOADED')
  }
}
