import { service } from '../../../../src/domain/account/audit/actor.ts'
import { AddRecord } from '../../../../src/use-cases/table/records/add-record.ts'
import type { KnownTable } from '../../model/known-table.ts'
import { peopleCount } from '../../model/people.ts'
import type { Simulation } from '../../run/simulation.ts'
import { recordOf } from '../arrival/ingest.ts'
import { named, operation } from '../operation.ts'

/**
 * Adds a record as a user of the console does. In a table with match columns the request may omit a cell, which an
 * existing record of the person then keeps.
 */
export const addRecord = operation({
  name: 'add a record',
  weight: 2,
  isAlone: true,
  draw: (random) => ({
    table: random.below(6),
    person: random.below(peopleCount),
    omitsCity: random.chance(0.6),
  }),
  run: async (simulation, { table: number, person, omitsCity }) => {
    const { model, demo } = simulation
    const table = named(model.tables, number)
    if (table === null) return
    const record = recordOf(simulation, table, person)
    const city = table.columnOf('city')
    const omits = omitsCity && table.wasMatched
    const data = omits
      ? Object.fromEntries(Object.entries(record).filter(([column]) => column !== city))
      : record
    const ref = String(record['ref'])
    if (omits) model.records.omit(ref, 'city')
    const before = omits ? await citiesOf(simulation, table) : null
    const begun = model.moments.next()
    const words = `add ${ref} to ${table.name}${omits ? ' without a city' : ''}`
    const ended = await simulation.call(words, (api) =>
      api.get(AddRecord).execute({
        organizationId: demo.organizationId,
        dataTableId: table.id,
        data,
        idempotency: null,
        requestId: '',
        by: service,
      }),
    )
    const inserted = ended.kind === 'answered' ? ended.value.answer.inserted : 0
    table.noteSent({ refs: [ref], begun, ended: model.moments.next() }, ended.kind, inserted)
    if (before === null || !simulation.transit.isEmpty) return
    for (const [id, now] of await citiesOf(simulation, table))
      if (before.has(id) && before.get(id) !== now)
        simulation.fault(
          `${words}: record ${id} has the city ${JSON.stringify(now)} instead of ${JSON.stringify(before.get(id))}`,
        )
  },
})

/** Returns the cities of the records of a table, by the ids of the records. */
export async function citiesOf(
  { rows }: Simulation,
  table: KnownTable,
): Promise<ReadonlyMap<string, string | null>> {
  const stored = await rows<{ id: string; city: string | null }>(
    `select r.id::text,
            case when t.column_keys is null then r.data else named_cells(r.data, t.column_keys) end ->> $2 as city
       from records r join stored_data_tables t on t.id = r.data_table_id where t.id = $1`,
    [table.id, table.columnOf('city')],
  )
  return new Map(stored.map(({ id, city }) => [id, city]))
}
