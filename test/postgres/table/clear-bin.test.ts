import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { operator } from '../../../src/domain/account/audit/actor.ts'
import { newBinEntry } from '../../../src/domain/bin/bin-entry.ts'
import { Ids } from '../../../src/ports/ids.ts'
import { UnitOfWork } from '../../../src/ports/unit-of-work.ts'
import { ClearBin } from '../../../src/use-cases/bin/clear-bin.ts'
import { createTenant, type Tenant } from '../../support/tenant.ts'
import { createPostgresWorld, type PostgresWorld } from '../../support/world.ts'

describe('the bin', () => {
  let world: PostgresWorld

  beforeEach(async () => {
    world = await createPostgresWorld()
  })
  afterEach(() => world.close())

  const clear = () => world.container.get(ClearBin).execute(new AbortController().signal)
  /** Puts the spinner or the data table of an organization into the bin, and lets its time pass. */
  async function putIntoBin(own: Tenant, kind: 'spinner' | 'dataTable'): Promise<void> {
    const { organizationId, projectId, dataTableId } = own
    const spinnerId = kind === 'spinner' ? own.spinnerId : null
    const things = { kind, dataTableId, spinnerId, name: 'Deleted', records: 0 }
    const entry = { ...things, id: world.container.get(Ids).next(), organizationId, projectId }
    const deleted = newBinEntry(entry, operator, world.clock.now())
    await world.container.get(UnitOfWork).run((tx) => tx.bin.add(deleted))
    world.clock.advance(1)
  }
  const count = async (table: string, column: string, id: string) =>
    (await world.sql.query(`select from ${table} where ${column} = $1`, [id])).rowCount

  it('is cleared for all organizations if an entry of one fails, and reports the error of that entry', async () => {
    const [failing, other] = [await createTenant(world), await createTenant(world)]
    // A data table in the bin cannot be deleted while a spinner that is not in the bin refers to it.
    await putIntoBin(failing, 'dataTable')
    await putIntoBin(other, 'spinner')
    await putIntoBin(other, 'dataTable')
    world.clock.advance(31 * 86_400)
    await expect(clear()).rejects.toThrow('stored_spinners_data_table_id_fkey')
    expect(await count('stored_data_tables', 'id', other.dataTableId)).toBe(0)
    expect(await count('bin_entries', 'organization_id', other.organizationId)).toBe(0)
    expect(await count('bin_entries', 'organization_id', failing.organizationId)).toBe(1)
    await putIntoBin(failing, 'spinner')
    expect(await clear()).toBe(1)
    expect(await count('stored_data_tables', 'id', failing.dataTableId)).toBe(0)
  })
})
