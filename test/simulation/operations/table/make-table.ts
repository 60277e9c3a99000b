import { service } from '../../../../src/domain/account/audit/actor.ts'
import { AddColumn } from '../../../../src/use-cases/table/columns/add-column.ts'
import { CreateDataTable } from '../../../../src/use-cases/table/create-data-table.ts'
import { KnownTable } from '../../model/known-table.ts'
import { operation } from '../operation.ts'

/** The columns of every simulated table. The column `ref` holds the simulator's name of the record. */
export const columns = ['ref', 'email', 'name', 'city', 'day'] as const

export const makeTable = operation({
  name: 'make a table',
  weight: 1,
  isAlone: true,
  draw: () => ({}),
  run: async (simulation) => {
    const { model, demo } = simulation
    const { organizationId } = demo
    const stored = model.tables.filter(({ bin }) => bin.mustBeStored(simulation.clock.now()))
    if (stored.length >= 3) return
    const name = model.nextName('table')
    const [project] = await simulation.rows<{ id: string }>('select id from projects order by id')
    const made = await simulation.call(`make ${name}`, async (api) => {
      const id = await api
        .get(CreateDataTable)
        .execute({ organizationId, projectId: project?.id ?? '', name, by: service })
      for (const column of columns) {
        const named = { organizationId, dataTableId: id, revision: null, by: service }
        await api.get(AddColumn).execute({ ...named, name: column, metadata: true, type: 'text' })
      }
      return id
    })
    if (made.kind !== 'answered') return
    const [row] = await simulation.rows<{ digest: string }>(
      'select ingest_token_digest as digest from data_tables where id = $1',
      [made.value],
    )
    model.tables.push(new KnownTable({ id: made.value, name, tokenDigest: row?.digest ?? '' }, model.moments))
  },
})
