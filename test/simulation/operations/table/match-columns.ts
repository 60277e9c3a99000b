import { service } from '../../../../src/domain/account/audit/actor.ts'
import type { Match } from '../../../../src/domain/table/match.ts'
import { ChangeDataTable } from '../../../../src/use-cases/table/change-data-table.ts'
import { named, operation } from '../operation.ts'

/** Changes the match columns of a simulated table, which decide whether two records are one person. */
export const matchColumns = operation({
  name: 'change the match columns',
  weight: 1,
  draw: (random) => ({
    table: random.below(6),
    onMatch: random.pick(['update', 'update', 'ignore', 'none']),
    merges: random.chance(0.7),
    /** The match column. Each record has a "ref" of its own, so a table that matches by it adds all records. */
    column: random.pick(['email', 'email', 'email', 'ref']),
  }),
  run: async (simulation, { table: number, onMatch: drawn, merges, column }) => {
    const { model, demo } = simulation
    const table = named(model.tables, number)
    if (table === null) return
    const onMatch: Match['onMatch'] | null = drawn === 'update' || drawn === 'ignore' ? drawn : null
    const match: Match | null = onMatch && { columns: [column], onMatch, newerBy: null }
    await table.match.set(column === 'ref' ? null : onMatch, () =>
      simulation.call(`match ${table.name} by ${column}: ${drawn}${merges ? ', merging' : ''}`, (api) =>
        api.get(ChangeDataTable).execute(
          {
            organizationId: demo.organizationId,
            dataTableId: table.id,
            changes: { match },
            mergesDuplicates: merges,
            revision: null,
            requestId: '',
            by: service,
          },
          async () => {},
        ),
      ),
    )
  },
})
