import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { operator } from '../../../src/domain/account/audit/actor.ts'
import type { ColumnChoice } from '../../../src/domain/arrival/import/column-map.ts'
import { DomainError } from '../../../src/domain/errors.ts'
import type { RowSource } from '../../../src/ports/arrival/imports.ts'
import { DataTableStore } from '../../../src/ports/table/data-tables.ts'
import { UnitOfWork } from '../../../src/ports/unit-of-work.ts'
import { ImportRecords } from '../../../src/use-cases/arrival/import/import-records.ts'
import { ChangeColumn } from '../../../src/use-cases/table/columns/change-column.ts'
import { leads } from '../../support/demo/leads.ts'
import { createTenant, type Tenant } from '../../support/tenant.ts'
import { createWorld, type World } from '../../support/world.ts'

const rebuildId = '01936f51-0c2d-7e3f-8a11-b2c3d4e5f607'

describe('an import that is staged for long', () => {
  let world: World
  let own: Tenant
  beforeEach(async () => {
    world = await createWorld()
    world.clock.set('2026-10-31T23:59:00.000Z')
    own = await createTenant(world, { limits: { records: 1_000 } })
    await own.ingest(leads(450))
    await own.ingest(leads(450, 450))
  })
  afterEach(() => world.close())

  /** Imports 500 rows in batches of 50, and runs `meanwhile` before the second batch. */
  const importRows = (
    meanwhile: () => unknown,
    choices: readonly ColumnChoice[] | null = null,
    assertAdmitted = async () => {},
  ) => {
    const source: RowSource = {
      header: async () => ['name', 'phone', 'account_id', 'email'],
      async *chunks() {
        for (let first = 0; first < 500; first += 50) {
          if (first === 50) await meanwhile()
          yield Array.from({ length: 50 }, (_, at) => ({
            cells: [`N${first + at}`, '1', 'A', `n${first + at}@example.com`],
            line: first + at + 2,
            fault: null,
          }))
        }
      },
      close: async () => {},
    }
    const { organizationId, dataTableId } = own
    const file = { organizationId, dataTableId, source, choices, skipBadRows: false }
    const sent = { requestId: 'import', by: operator, assertAdmitted }
    return world.container.get(ImportRecords).execute({ ...file, ...sent })
  }
  const used = (period: string) =>
    world.container.get(UnitOfWork).run((tx) => tx.plans.readMeter(own.organizationId, 'records', period))

  it('adds nothing if the session or key that sent the file has ended', async () => {
    await own.offer({ records: 2_000 })
    let hasEnded = false
    const assertAdmitted = async () => {
      if (hasEnded) throw new DomainError('UNAUTHENTICATED')
    }
    const end = () => {
      hasEnded = true
    }
    await expect(importRows(end, null, assertAdmitted)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
    expect(await used('2026-10')).toMatchObject({ used: 900 })
  })

  it('adds no column while the match columns of its table are being changed', async () => {
    const { dataTableId } = own
    const meanwhile = () =>
      world.container
        .get(UnitOfWork)
        .run((tx) => tx.dataTables.beginKeyRebuild({ id: rebuildId, dataTableId }))
    await own.offer({ records: 2_000 })
    const choices = [{ from: 'phone', create: { name: 'telephone' } }]
    await expect(importRows(meanwhile, choices)).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('Another request is changing the match columns'),
    })
  })

  it('adds columns and keeps settings of other columns that are changed meanwhile', async () => {
    const { organizationId, dataTableId } = own
    await own.offer({ records: 2_000 })
    const table = { organizationId, dataTableId, revision: null }
    const changes = { isMetadata: true }
    const change = { ...table, column: 'account_id', changes, by: operator }
    const meanwhile = () => world.container.get(ChangeColumn).execute(change)
    await importRows(meanwhile, [{ from: 'phone', create: { name: 'telephone' } }])
    const found = await world.container.get(DataTableStore).find(organizationId, dataTableId)
    expect(found?.columns).toEqual([
      { name: 'name', isMetadata: true },
      { name: 'phone', isMetadata: false },
      { name: 'account_id', isMetadata: true },
      { name: 'email', isMetadata: true },
      { name: 'telephone', isMetadata: false },
    ])
  })

  it('counts in the month in which it ends, whose limit decides', async () => {
    const { inserted } = await importRows(() => world.clock.set('2026-11-01T00:00:10.000Z'))
    expect(inserted).toBe(500)
    expect([(await used('2026-10')).used, (await used('2026-11')).used]).toEqual([900, 500])
  })

  it('fits a larger plan that begins meanwhile', async () => {
    expect((await importRows(() => own.offer({ records: 2_000 }))).inserted).toBe(500)
  })

  it('is refused at the first row that exceeds the plan otherwise', async () => {
    await expect(importRows(() => {})).rejects.toMatchObject({
      code: 'PLAN_LIMIT',
      details: { requested: 150, used: 900, resetsAt: '2026-11-01T00:00:00.000Z' },
    })
  })
})
