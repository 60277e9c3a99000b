import { expect, it } from '@jest/globals'
import { DataTableStore } from '../../../src/ports/table/data-tables.ts'
import { RecordStore } from '../../../src/ports/table/records.ts'
import { FindPeople } from '../../../src/use-cases/person/find-people.ts'
import { leads } from '../../support/api.ts'
import { createTenant } from '../../support/tenant.ts'
import { FakeTimers } from '../../support/time/fake-timers.ts'
import { createWorld } from '../../support/world.ts'

it('a search for people searches no further table after half a second, even while the clock stands still', async () => {
  const world = await createWorld()
  const { container } = world
  const own = await createTenant(world)
  await own.ingest(leads(1))
  const { organizationId, dataTableId } = own
  const dataTables = container.get(DataTableStore)
  const table = await dataTables.find(organizationId, dataTableId)
  if (table === null) throw new Error('A tenant has a table')
  const list = await dataTables.list(organizationId, null, { limit: 1, after: null })
  const timers = new FakeTimers()
  const records = container.get(RecordStore)
  const search = records.search.bind(records)
  let searched = 0
  records.search = async (...values) => {
    searched++
    timers.advance(400)
    return search(...values)
  }
  dataTables.list = async () => ({ ...list, items: Array.from({ length: 5 }, () => list.items[0] ?? table) })
  const people = await new FindPeople(dataTables, records, timers).execute(organizationId, 'person')
  expect([people.hasMore, searched]).toEqual([true, 2])
  await world.close()
})
