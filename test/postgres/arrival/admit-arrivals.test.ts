import { describe, expect, it } from '@jest/globals'
import { operator } from '../../../src/domain/account/audit/actor.ts'
import { DomainError } from '../../../src/domain/errors.ts'
import type { TableSchema } from '../../../src/domain/table/table-schema.ts'
import { ArrivalStore } from '../../../src/ports/arrival/arrivals.ts'
import { type Admission, RecordAppender } from '../../../src/ports/arrival/record-appender.ts'
import { Clock } from '../../../src/ports/clock.ts'
import { Ids } from '../../../src/ports/ids.ts'
import { Metrics } from '../../../src/ports/metrics.ts'
import { type Transaction, UnitOfWork } from '../../../src/ports/unit-of-work.ts'
import { AdmitArrivals } from '../../../src/use-cases/arrival/admit-arrivals.ts'
import { DeliveryReader } from '../../../src/use-cases/arrival/delivery-reader.ts'
import { lead } from '../../support/api.ts'
import { heldArrival } from '../../support/data/held-arrival.ts'
import { PassingAppender } from '../../support/data/table/passing-appender.ts'
import { createTenant } from '../../support/tenant.ts'
import { createWorld } from '../../support/world.ts'

describe('the admission of held arrivals', () => {
  it('records the records stored so far in the audit log if it is interrupted', async () => {
    const { execute, audited, close } = await createHold(2, (no) => (no > 1 ? 'closed' : 'open'))
    await expect(execute()).rejects.toMatchObject({ code: 'OVERLOADED' })
    expect(await audited()).toMatchObject([{ after: { admitted: 1 } }])
    await close()
  })

  it('is in the audit log from its first commit on, and in a second entry with all its numbers at the end', async () => {
    const { execute, audited, close } = await createHold(3, () => 'open')
    const seen: unknown[] = []
    await execute(async () => {
      seen.push((await audited()).map(({ after }) => after))
    })
    const first = { admitted: 1, held: 0 }
    expect(seen).toEqual([[first], [first], [first]])
    expect((await audited()).map(({ after }) => after)).toEqual([first, { admitted: 3, held: 0 }])
    await close()
  })

  it('is in the audit log if all its records are repeats', async () => {
    const { execute, audited, state, close } = await createHold(2, (no) => (no > 0 ? 'repeat' : 'open'))
    expect(await execute()).toMatchObject({ admitted: 0, duplicate: 2 })
    expect(await state()).toEqual(['accepted', 'accepted'])
    expect(await audited()).toMatchObject([{ after: { admitted: 0, held: 0 } }])
    await close()
  })

  it('throws the error of the arrival that failed, even if the last audit entry fails too', async () => {
    const { execute, breakAudit, close } = await createHold(3, (no) => (no > 2 ? 'closed' : 'open'))
    breakAudit()
    await expect(execute()).rejects.toMatchObject({ code: 'OVERLOADED' })
    await close()
  })

  it('is repeated if the table has changed meanwhile, and adds each record once', async () => {
    const { execute, state, close } = await createHold(1, (no) => (no < 4 ? 'stale' : 'open'))
    expect(await execute()).toMatchObject({ admitted: 1, held: 0 })
    expect(await state()).toEqual(['accepted'])
    await close()
  })

  it('adds all records of a body or none if the plan is nearly spent, as its dry run says', async () => {
    const world = await createWorld()
    const own = await createTenant(world, { limits: { records: 3 } })
    for (const [no, count] of [5, 2].entries()) {
      const records = Array.from({ length: count }, (_, at) => lead(10 * no + at))
      await world.container.get(ArrivalStore).keep(heldArrival(world, own, no, { records }), null)
    }
    const execute = (preview: boolean) =>
      world.container.get(AdmitArrivals).execute({ ...own, preview, by: operator }, async () => {})
    const expected = { admitted: 2, held: 5, reasons: [{ code: 'PLAN_LIMIT', count: 5 }] }
    expect([await execute(true), await execute(false)]).toMatchObject([expected, expected])
    await world.close()
  })

  it('leaves an arrival held and continues if the table changes at each attempt', async () => {
    let attempts = 0
    const { execute, state, close } = await createHold(2, (no) => {
      attempts = no
      return no <= 6 ? 'stale' : 'open'
    })
    expect(await execute()).toMatchObject({ admitted: 1 })
    expect(await state()).toEqual(['held', 'accepted'])
    expect(attempts).toBe(7)
    await close()
  })
})

/**
 * Creates a table for the test with held arrivals of one record each. `answer` says how the table treats the
 * first, second and each further attempt to admit records.
 */
async function createHold(count: number, answer: (no: number) => Answer) {
  const world = await createWorld()
  const { container } = world
  const own = await createTenant(world)
  const arrivals = container.get(ArrivalStore)
  const held = Array.from({ length: count }, (_, no) => heldArrival(world, own, no, { records: [lead(no)] }))
  for (const arrival of held) await arrivals.keep(arrival, null)
  const unitOfWork = new BrokenAudit(container.get(UnitOfWork))
  const admitArrivals = new AdmitArrivals(
    arrivals,
    new AnsweringAppender(container.get(RecordAppender), answer),
    container.get(DeliveryReader),
    unitOfWork,
    container.get(Clock),
    container.get(Ids),
    container.get(Metrics),
  )
  return {
    execute: (between = async () => {}) =>
      admitArrivals.execute({ ...own, preview: false, by: operator }, between),
    /** Makes each later write of an audit entry in a transaction of its own fail. */
    breakAudit: () => {
      unitOfWork.isBroken = true
    },
    audited: async () =>
      (
        await world.sql.query<{ after: unknown }>(
          `select after from audit_events where action = 'arrivals.admitted' order by id`,
        )
      ).rows,
    state: () =>
      Promise.all(held.map(async ({ id }) => (await arrivals.find(own.organizationId, id))?.status)),
    close: () => world.close(),
  }
}

/**
 * How the test double treats an admission. `stale`: as a table that was changed since it was read. `closed`: as a
 * table while an import is being completed. `repeat`: as a table that has the records already.
 */
type Answer = 'open' | 'stale' | 'closed' | 'repeat'

/** A unit of work whose transactions can add no audit entry while it is broken. */
class BrokenAudit extends UnitOfWork {
  isBroken = false
  readonly #unitOfWork: UnitOfWork

  constructor(unitOfWork: UnitOfWork) {
    super()
    this.#unitOfWork = unitOfWork
  }

  override run<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result> {
    return this.#unitOfWork.run((tx) => {
      const add = () => Promise.reject(new Error('The connection is lost'))
      if (this.isBroken) Object.assign(tx.audit, { add })
      return work(tx)
    })
  }
}

class AnsweringAppender extends PassingAppender {
  readonly #answer: (no: number) => Answer
  #admissions = 0

  constructor(appender: RecordAppender, answer: (no: number) => Answer) {
    super(appender)
    this.#answer = answer
  }

  override async admit(admission: Admission, tableSchema: TableSchema) {
    const answer = this.#answer(++this.#admissions)
    if (answer === 'repeat')
      return {
        outcome: 'duplicates',
        places: admission.arrival.records.map((_, place) => place),
        others: [],
      } as const
    if (answer === 'closed') throw new DomainError('OVERLOADED')
    return answer === 'stale' ? null : super.admit(admission, tableSchema)
  }
}
