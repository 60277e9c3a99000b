import { service } from '../../../../src/domain/account/audit/actor.ts'
import { ChangeColumn } from '../../../../src/use-cases/table/columns/change-column.ts'
import { Columns } from '../../../../src/use-cases/table/columns/columns.ts'

import type { KnownTable } from '../../model/known-table.ts'
import type { Simulation } from '../../run/simulation.ts'
import { named, operation } from '../operation.ts'
import { renamedIn } from '../spinner/steps.ts'
import { columns } from './make-table.ts'

const changes = ['add', 'add', 'remove', 'rename', 'rename'] as const
/** The second name of each column that the simulator can rename, by its original name. */
const otherNames = { city: 'town', name: 'full_name', day: 'date' } as const

export const changeColumns = operation({
  name: 'change columns',
  weight: 1,
  draw: (random) => ({
    table: random.below(6),
    change: random.pick(changes),
    added: random.pick(['company', 'source']),
    renamed: random.pick(['city', 'name', 'day'] as const),
  }),
  run: async (simulation, { table: number, change, added, renamed }) => {
    const { model, demo } = simulation
    const table = named(model.tables, number)
    if (table === null) return
    const order = {
      organizationId: demo.organizationId,
      dataTableId: table.id,
      revision: null,
      by: service,
    }
    const from = table.columnOf(renamed)
    const name = from === renamed ? otherNames[renamed] : renamed
    if (change === 'add')
      await simulation.call(`add the column ${added} to ${table.name}`, (api) =>
        api.get(Columns).add(order, { ...order, name: added, isMetadata: true, type: 'text' }),
      )
    else if (change === 'remove')
      await simulation.call(`remove the column ${added} of ${table.name}`, (api) =>
        api.get(Columns).remove(order, { ...order, column: added }),
      )
    else
      await simulation.call(`rename the column ${from} of ${table.name} to ${name}`, (api) =>
        api.get(ChangeColumn).execute({ ...order, column: from, changes: { name } }),
      )
    await readColumns(simulation, table)
  },
})

/**
 * Reads the present columns of a table, as a client does after it got no answer to its change of them. A table in
 * the bin keeps its columns; a table that was deleted permanently has none.
 */
async function readColumns(simulation: Simulation, table: KnownTable): Promise<void> {
  const [row] = await simulation.rows<{ columns: readonly { readonly name: string }[] }>(
    'select columns from stored_data_tables where id = $1',
    [table.id],
  )
  if (row === undefined) return
  const names = row.columns.map(({ name }) => name)
  for (const [first, other] of Object.entries(otherNames)) {
    const now = names.includes(other) ? other : first
    const before = table.columnOf(first)
    if (now === before) continue
    table.renamed.set(first, now)
    for (const spinner of simulation.model.spinners)
      if (spinner.table === table) spinner.steps = spinner.steps.map((step) => renamedIn(step, before, now))
  }
  table.added.clear()
  const others = new Set<string>([...columns, ...Object.values(otherNames)])
  for (const name of names) if (!others.has(name)) table.added.add(name)
}
