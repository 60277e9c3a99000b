import type pg from 'pg'
import type { PreparedDatabase, PreparedTable } from './prepared-database.ts'

interface Stored {
  readonly tables: readonly PreparedTable[]
  readonly sequences: readonly { readonly name: string; readonly last: string; readonly isCalled: boolean }[]
}

/**
 * Returns the name of the table to which a simulated backup copies the rows of a table. The copies' tables
 * are created at the first backup and used again.
 */
const copyOf = (table: string) => `kept."${table}"`

/**
 * A simulated backup of all rows, within the database of a run. It replaces a server's recovery to a moment by
 * its log: it gives the same rows, and takes milliseconds.
 */
export class Snapshot {
  readonly #prepared: PreparedDatabase
  readonly #stored: Stored

  private constructor(prepared: PreparedDatabase, stored: Stored) {
    this.#prepared = prepared
    this.#stored = stored
  }

  static async take(prepared: PreparedDatabase): Promise<Snapshot> {
    const { upkeep } = prepared
    const tables = await filledTables(prepared)
    const copies = tables.map(
      ({ name }) => `
        create unlogged table if not exists ${copyOf(name)} (like ${name});
        truncate ${copyOf(name)};
        insert into ${copyOf(name)} select * from ${name};`,
    )
    await upkeep.query(`create schema if not exists kept; ${copies.join('')}`)
    return new Snapshot(prepared, { tables, sequences: await sequencesOf(upkeep) })
  }

  /**
   * Restores all rows and sequences of the simulated backup. Skips triggers and foreign keys, because the rows
   * passed them before.
   */
  async putBack(): Promise<void> {
    const { tables, sequences } = this.#stored
    const filled = await filledTables(this.#prepared)
    await this.#prepared.upkeep.query(`
      begin;
      ${filled.map(({ name }) => `delete from ${name};`).join('')}
      ${tables.map(putBack).join('')}
      ${sequences.map(({ name, last, isCalled }) => `select setval('${name}', ${last}, ${isCalled});`).join('')}
      commit`)
  }
}

function putBack({ name, columns }: PreparedTable): string {
  return `insert into ${name} (${columns}) overriding system value select ${columns} from ${copyOf(name)};`
}

async function filledTables({ upkeep, catalogue }: PreparedDatabase): Promise<readonly PreparedTable[]> {
  const { tables } = catalogue
  const parts = tables.map(({ name }) => `exists (select from ${name})`)
  const { rows } = await upkeep.query<{ filled: boolean[] }>({
    name: 'filled_tables',
    text: `select array[${parts.join(', ')}] as filled`,
  })
  return tables.filter((_, index) => rows[0]?.filled[index] === true)
}

async function sequencesOf(connection: pg.Client): Promise<Stored['sequences']> {
  const { rows } = await connection.query<Stored['sequences'][number]>(`
    select format('%I.%I', schemaname, sequencename) as name, coalesce(last_value, start_value) as last,
           last_value is not null as "isCalled" from pg_sequences
     where schemaname in ('public', 'graphile_worker') order by 1`)
  return rows
}
