import { expect, it } from '@jest/globals'
import { EventStore } from '../../../src/ports/event/events.ts'
import { EventMaintenance } from '../../../src/use-cases/event/event-maintenance.ts'

import { createFixture, leads } from '../../support/demo/fixture.ts'

it('gives numbers to the events of all organizations, although more of them are busy than fit into one sweep', async () => {
  const on = await createFixture()
  const inAnHour = new Date(on.clock.now().getTime() + 3_600_000)
  await on.container.get(EventStore).ask(on.demo.organizationId, ['record.added'], inAnHour)
  await on.ingest(leads(1))
  await on.sql.query('create temporary table batch as table new_events')
  const ids = Array.from(
    { length: 700 },
    (_, no) => `00000000-0000-7000-8000-${String(no).padStart(12, '0')}`,
  )
  for (const [from, to] of [
    [0, 500],
    [500, 700],
    [0, 500],
  ]) {
    await on.sql.query('truncate new_events, events')
    await on.sql.query(
      `insert into new_events
       select (jsonb_populate_record(b, jsonb_build_object('organization_id', o))).* from batch b, unnest($1::uuid[]) o`,
      [ids],
    )
    await on.container.get(EventMaintenance).number()
    const { rows } = await on.sql.query<{ id: string }>(
      'select organization_id as id from events order by organization_id',
    )
    expect(rows.map(({ id }) => id)).toEqual(ids.slice(from, to))
  }
  await on.close()
})
