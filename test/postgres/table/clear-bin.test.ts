import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { operator } from '../../../src/domain/account/audit/actor.ts'
import { newBinEntry } from '../../../src/domain/bin/bin-entry.ts'
import { Ids } from '../../../src/ports/ids.ts'
import { UnitOfWork } from '../../../src/ports/unit-of-work.ts'
import { ClearBin } from '../../../src/use-cases/bin/clear-bin.ts'
import { createTenant, type Tenant } from '../../support/tenant.ts'
import { createWorld, type World } from '../../support/world.ts'

describe('the bin', () => {
  let world: World

  beforeEach(async () => {
    world = await createWorld()
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

  it.each(['spinner', 'dataTable'] as const)(
    'deletes a spinner with many named records in parts at the end of the time of its %s',
    async (kind) => {
      const own = await createTenant(world)
      await nameRecords(own, 12_000)
      if (kind === 'dataTable') await putIntoBin(own, kind)
      world.clock.advance(86_400)
      await putIntoBin(own, 'spinner')
      world.clock.advance((kind === 'dataTable' ? 29 : 31) * 86_400 + 3_600)
      expect(await clear()).toBe(1)
      for (const table of ['explicit_records', 'explicit_record_other_jobs'])
        expect(await count(table, 'spinner_id', own.spinnerId)).toBe(0)
      expect(await count('stored_spinners', 'id', own.spinnerId)).toBe(0)
      expect(await count('bin_entries', 'organization_id', own.organizationId)).toBe(0)
      const { rows } = await world.sql.query(
        'select max(records) as most, sum(records) as total from deletions',
      )
      expect(rows).toEqual([{ most: 5_000, total: '12000' }])
    },
  )

  /** Stores records that two triggers named, and notes how many of them each statement deletes. */
  async function nameRecords({ spinnerId }: Tenant, records: number): Promise<void> {
    const { sql } = world
    await sql.query(
      `insert into explicit_records (spinner_id, record_id, taken_seq, job_id)
       select $1, n, 0, gen_random_uuid() from generate_series(1, $2::int) n`,
      [spinnerId, records],
    )
    await sql.query(
      `insert into explicit_record_other_jobs (spinner_id, record_id, job_id)
       select $1, n, gen_random_uuid() from generate_series(1, $2::int) n`,
      [spinnerId, records],
    )
    await sql.query(`
      create table deletions (records int);
      create function note_deletion() returns trigger language plpgsql as $$ begin
        insert into deletions select count(*) from gone;
        return null;
      end $$;
      create trigger note_deletion after delete on explicit_records
        referencing old table as gone for each statement execute function note_deletion()`)
  }
})
