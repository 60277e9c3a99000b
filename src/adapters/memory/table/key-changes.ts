import type { MemoryStore } from '../store.ts'
import type { Writes } from '../writes.ts'

/**
 * Notes records that were changed while the match keys of their table are computed for new match columns,
 * like the SQL function `note_key_changes`.
 */
export function noteKeyChanges(
  store: MemoryStore,
  writes: Writes,
  dataTableId: string,
  recordIds: readonly string[],
): void {
  for (const [id, rebuild] of store.keyRebuilds)
    if (rebuild.dataTableId === dataTableId)
      writes.put(store.keyRebuilds, id, { ...rebuild, changed: new Set([...rebuild.changed, ...recordIds]) })
}
