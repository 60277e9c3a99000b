import type { Promised } from './promise.ts'
import { isVisibleRecord } from './visible-record.ts'

export const acknowledgedRecords: Promised = {
  promise: 'Every acknowledged record is in its table once, and no refused record is',
  when: 'quiet',
  holds: async ({ model, rows, clock }) => {
    const violations: string[] = []
    let compared = 0
    for (const { id, name, acknowledged, inDoubt, wasMatched } of model.storedTables(clock.latest)) {
      // Skips tables with match columns in this check of the simulator, because the promise `oneOfEachPerson`
      // checks their records.
      if (wasMatched) continue
      const found = await rows<{ ref: string; count: number }>(
        `select r.data ->> 'ref' as ref, count(*)::int as count from records r
          where r.data_table_id = $1 and ${isVisibleRecord} group by 1`,
        [id],
      )
      const counts = new Map(found.map(({ ref, count }) => [ref, count]))
      for (const ref of acknowledged) {
        compared++
        const count = counts.get(ref) ?? 0
        const [least, most] = [model.records.mustBeThere(ref) ? 1 : 0, model.records.mayBeThere(ref) ? 1 : 0]
        if (count < least || count > most)
          violations.push(`${name} has ${ref}, which was acknowledged, ${count} times`)
      }
      for (const [ref, count] of counts) {
        if (acknowledged.has(ref)) continue
        if (!inDoubt.has(ref)) violations.push(`${name} has ${ref}, which was refused`)
        else if (count > 1) violations.push(`${name} has ${ref}, which was sent once, ${count} times`)
      }
    }
    return { compared, violations }
  },
}
