import type { Knex } from 'knex'
import { noteAppliedFile } from '../../adapters/postgres/schema/applied-file.ts'
import { type Release, type SchemaFile, thisRelease } from '../../adapters/postgres/schema/release.ts'
import { applyOutsideTransaction, isOutsideTransaction } from './concurrent-indexes.ts'

/**
 * Returns the dated migration files for Knex: SQL where that is enough, TypeScript where rows have to be
 * computed. Each is noted in the transaction that applies it, if it has one.
 */
export function migrationSource(release: Release = thisRelease()): Knex.MigrationSource<SchemaFile> {
  return {
    getMigrations: () => Promise.resolve([...release.dated]),
    getMigrationName: ({ name }) => name,
    getMigration: async (file) => {
      const { up, config } = await migrationOf(file)
      return {
        ...(config === undefined ? {} : { config }),
        up: async (knex) => {
          await up(knex)
          const values = [file.name, file.checksum, release.version]
          await knex.raw(noteAppliedFile.replaceAll(/\$\d/g, '?'), values)
        },
        // Throws, because migrations have no way back; Knex only requires the function. A migration is undone
        // by a copy of the data, or by another migration.
        down: () => Promise.reject(new Error('Migrations only go forward')),
      }
    },
  }
}

interface Dated {
  up(knex: Knex): Promise<unknown>
  readonly config?: { readonly transaction?: boolean }
}

export async function migrationOf({ name, path, text }: SchemaFile): Promise<Dated> {
  if (!path.endsWith('.sql')) return (await import(path)) as Dated
  if (!isOutsideTransaction(text)) return { up: (knex) => knex.raw(text) }
  const file = `migrations/${name}.sql`
  return { up: (knex) => applyOutsideTransaction(knex, file, text), config: { transaction: false } }
}
