import type { DataTableStore } from '../../../ports/table/data-tables.ts'
import type { MemoryStore } from '../store.ts'
import type { Writes } from '../writes.ts'

/** Returns the part of the data table store that changes the ingest tokens of all tables of an organization. */
export function tokenMembers(store: MemoryStore, writes: Writes): Pick<DataTableStore, 'replaceTokens'> {
  return {
    replaceTokens: async (organizationId, newToken) => {
      const replaced = [store.tables, store.binnedTables].flatMap((tables) =>
        [...tables.values()]
          .filter((table) => table.organizationId === organizationId)
          .map((table) => ({ tables, table })),
      )
      for (const { tables, table } of replaced) {
        const { digest: ingestTokenDigest, ciphertext: ingestTokenCiphertext } = newToken(table.id)
        const token = { ingestTokenDigest, ingestTokenCiphertext }
        writes.put(tables, table.id, {
          ...table,
          ...token,
          previousTokenDigest: null,
          previousTokenUntil: null,
        })
      }
      return replaced.map(({ table }) => table).toSorted((a, b) => (a.id < b.id ? -1 : 1))
    },
  }
}
