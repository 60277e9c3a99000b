import type { Promised } from '../promise.ts'

const traces = `
  select k.record_id, 'a match key' as what from record_keys k
    join unnest($1::uuid[], $2::bigint[]) as e(data_table_id, record_id) using (data_table_id, record_id)
  union all
  select c.record_id, 'a change' from record_changes c
    join unnest($1::uuid[], $2::bigint[]) as e(data_table_id, record_id) using (data_table_id, record_id)`

/**
 * Searches for traces of erased records at the end of a run, because the upkeep deletes the keys of former match columns
 * and of records in the bin some time after the erasure.
 */
export const nothingOfErased: Promised = {
  promise: 'After an erasure no match key and no change of an erased record is stored',
  when: 'end',
  holds: async ({ model, rows }) => {
    const { erased } = model.records
    if (erased.length === 0) return { compared: 0, violations: [] }
    const storedTraces = await rows<{ record_id: string; what: string }>(traces, [
      erased.map(({ tableId }) => tableId),
      erased.map(({ id }) => id),
    ])
    return {
      compared: erased.length,
      violations: storedTraces.map(
        ({ record_id: id, what }) => `${what} of the erased record ${id} is stored`,
      ),
    }
  },
}
