import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { RecordStore } from '../../../src/ports/table/records.ts'
import { ClearBin } from '../../../src/use-cases/bin/clear-bin.ts'
import { Records } from '../../../src/use-cases/table/records/records.ts'

import { type Api, createApi } from '../../support/api.ts'
import { createWorkshop, type Person, signUp, type Workshop } from '../../support/data/person.ts'
import { createWorld, type World } from '../../support/world.ts'

const importId = '01936f50-aaaa-7aaa-8aaa-aaaaaaaaaaaa'

describe('staged records', () => {
  let world: World
  let api: Api
  let person: Person
  let own: Workshop
  let records: RecordStore

  beforeEach(async () => {
    world = await createWorld()
    api = await createApi(world)
    person = await signUp(api)
    own = await createWorkshop(person)
    records = world.container.get(RecordStore)
    await records.beginImport(importId, own.dataTableId, { keyed: false, created: [] })
    await records.stage(importId, 1, batch(['x', 'y', 'z']))
  })
  afterEach(() => world.close())

  const batch = (names: string[]) => ({
    columns: ['name', 'email'],
    missing: [],
    keys: null,
    rows: names.map((name) => [name, `${name}@example.com`]),
  })
  const rowsWritten = async () =>
    Number(
      (await world.sql.query("select count(*) from records where data->>'name' in ('x', 'y', 'z')")).rows[0]
        .count,
    )
  const clear = () => world.container.get(Records).clearLeft(new AbortController().signal)
  /** Deletes a data table, which the bin then keeps, and then deletes it in the bin too. */
  const deletePermanently = async (tableId: string) => {
    await person.do('DELETE', `/data-tables/${tableId}`)
    const { items } = await person.do('GET', '/bin?kind=dataTable')
    await person.do('DELETE', `/bin/${items[0].id}`)
    await world.container.get(ClearBin).execute(new AbortController().signal)
  }
  const tables = async () =>
    (
      await world.sql.query(
        'select (select count(*) from imports) + (select count(*) from import_blocks) as left',
      )
    ).rows[0].left

  it('are invisible: in no list, no count, no export, no job', async () => {
    expect(await rowsWritten()).toBe(3)
    const { items } = await person.do('GET', `/data-tables/${own.dataTableId}/records`)
    expect(items).toHaveLength(2)
    expect((await person.do('GET', `/data-tables/${own.dataTableId}`)).recordCount).toBe(2)
    const { jobId } = await person.do('POST', `/spinners/${own.spinnerId}/jobs`)
    await world.drain()
    expect((await person.do('GET', `/jobs/${jobId}`)).counts.total).toBe(2)
  })

  it('cannot be deleted one by one by guessing their ids', async () => {
    const { rows } = await world.sql.query<{ id: string }>("select id from records where data->>'name' = 'x'")
    const path = `/data-tables/${own.dataTableId}/records/${rows[0]?.id}`
    expect((await person.ask('DELETE', path)).status).toBe(404)
    expect(await rowsWritten()).toBe(3)
  })

  it('of a process that died are deleted after ten minutes', async () => {
    expect(await clear()).toBe(0)
    await world.sql.query("update imports set begun_at = now() - interval '11 minutes'")
    expect(await clear()).toBe(0)
    await world.sql.query("update import_blocks set written_at = now() - interval '11 minutes'")
    expect(await clear()).toBe(3)
    expect([await rowsWritten(), await tables()]).toEqual([0, '0'])
  })

  it('of an abandoned import accept no more, and cannot be entered', async () => {
    await world.sql.query('update imports set abandoned = true')
    await expect(records.stage(importId, 2, batch(['late']))).rejects.toThrow('The import was stopped')
  })

  it('are deleted with a table that is deleted meanwhile', async () => {
    await person.do('POST', `/spinners/${own.spinnerId}/unpublish`)
    await person.do('DELETE', `/spinners/${own.spinnerId}`)
    await deletePermanently(own.dataTableId)
    await clear()
    await records.discardImport(importId)
    await world.settle()
    expect([await rowsWritten(), await tables()]).toEqual([0, '0'])
    const { rows } = await world.sql.query('select from appends where data_table_id = $1', [own.dataTableId])
    expect(rows).toEqual([])
  })

  it('leave the records of a deleted table to be deleted in batches', async () => {
    const { id } = await person.do('POST', `/projects/${own.projectId}/data-tables`, { name: 'Large' })
    await person.import(id, `n\n${'1\n'.repeat(12_000)}`)
    await deletePermanently(id)
    expect(await clear()).toBe(12_000 + 24)
    const { rows } = await world.sql.query('select from removed_tables')
    expect(rows).toEqual([])
  })

  it('leave nothing behind when an import fails after many batches', async () => {
    const csv = `name,email\n${'x,y\n'.repeat(5_000)}broken\n`
    expect((await person.import(own.dataTableId, csv)).status).toBe(400)
    await records.discardImport(importId)
    await world.settle()
    expect([await rowsWritten(), await tables()]).toEqual([0, '0'])
  })
})
