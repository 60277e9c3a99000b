import { noAnswers } from '../../domain/spinner/where/person-question.ts'
import { visibleCells } from '../../domain/spinner/where/visible-cells.ts'
import { matchesWhere } from '../../domain/spinner/where/where.ts'
import type { RecordStore } from '../../ports/table/records.ts'
import { partOf } from './part-of.ts'
import type { MemoryStore } from './store.ts'

/** Returns the port by which triggers find the records that they name. */
export function recordStoreIn(store: MemoryStore): RecordStore {
  return partOf<RecordStore>({
    withIds: async (tableId, ids) => {
      const records = store.records.get(tableId)
      return new Set(ids.filter((id) => records?.has(Number(id)) && id === String(Number(id))))
    },
    withKeys: async (tableId, keys) => {
      const stored = store.keys.get(tableId)
      return new Map(
        keys.flatMap((key) => {
          const recordId = stored?.get(key)?.recordId
          return recordId === undefined ? [] : [[key, String(recordId)] as const]
        }),
      )
    },
    like: async ({ tableId }, { where, metadataColumns, now }, most) =>
      [...(store.records.get(tableId) ?? [])]
        .filter(([, data]) =>
          matchesWhere(
            where,
            metadataColumns === null ? data : visibleCells(data, metadataColumns),
            now,
            noAnswers,
          ),
        )
        .slice(0, most + 1)
        .map(([id]) => String(id)),
  })
}
