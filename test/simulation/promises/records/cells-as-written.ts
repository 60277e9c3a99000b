import { anything } from '../../model/records.ts'
import type { Promised } from '../promise.ts'

interface Stored {
  readonly ref: string
  readonly data: Readonly<Record<string, unknown>>
}

export const cellsAsWritten: Promised = {
  promise: 'Each cell has the value that was last sent or edited, even after its column is renamed',
  when: 'quiet',
  holds: async ({ model, rows }) => {
    const { records } = model
    const violations: string[] = []
    let compared = 0
    // Skips tables with match columns in this check of the simulator, because the promise `oneOfEachPerson`
    // checks their records.
    for (const table of model.tables.filter(({ wasMatched }) => !wasMatched)) {
      const stored = await rows<Stored>(
        `select r.data ->> 'ref' as ref,
                case when t.column_keys is null then r.data else named_cells(r.data, t.column_keys) end as data
           from records r join stored_data_tables t on t.id = r.data_table_id where t.id = $1`,
        [table.id],
      )
      for (const { ref, data } of stored)
        for (const column of records.columnsOf(ref)) {
          compared++
          const possible = records.cell(ref, column).possible()
          const cell = data[table.columnOf(column)] ?? null
          if (!possible.some((value) => value === anything || value === cell))
            violations.push(
              `${column} of ${ref} in ${table.name} is ${JSON.stringify(cell)}, and was written as ${possible.map((value) => JSON.stringify(value)).join(' or ')}`,
            )
        }
    }
    return { compared, violations }
  },
}
