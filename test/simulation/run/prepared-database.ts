import type pg from 'pg'
import { Database } from '../../../src/adapters/postgres/database.ts'
import { TemplateThreads } from '../../../src/adapters/templates/template-threads.ts'

/** The tables and sequences that a reset brings back. Tables that the migrations fill are not among them. */
interface Catalogue {
  readonly tables: readonly string[]
  readonly sequences: readonly string[]
}

/**
 * A migrated database that is reset before each seed. Tables with rows are truncated and sequences begin again, so that
 * every seed finds the same bytes and can be repeated alone.
 */
export class PreparedDatabase {
  /** The connection of all processes of a run. It stays open for all seeds, with its query plans. */
  readonly connection: pg.Client
  /** The connection by which the simulator reads rows. */
  readonly looks: pg.Client
  /** The threads that render templates. All runs share them, because threads take longer to start than a run takes. */
  readonly threads = new TemplateThreads()
  readonly #database: Database
  readonly #catalogue: Catalogue

  private constructor(database: Database, connections: [pg.Client, pg.Client], catalogue: Catalogue) {
    this.#database = database
    this.connection = connections[0]
    this.looks = connections[1]
    this.#catalogue = catalogue
  }

  static async open(url: string): Promise<PreparedDatabase> {
    const database = new Database({ url, poolSize: 1 })
    const [connection, looks] = [await database.openConnection(), await database.openConnection()]
    await allowTruncation(looks)
    return new PreparedDatabase(database, [connection, looks], await catalogueOf(looks))
  }

  /** Returns the names of the tables that a run has written to. */
  async usedTables(): Promise<readonly string[]> {
    const { tables } = this.#catalogue
    const sizes = tables.map((table) => `pg_relation_size('${table}') > 0`)
    const { rows } = await this.looks.query<{ used: boolean[] }>(`select array[${sizes.join(', ')}] as used`)
    return tables.filter((_, index) => rows[0]?.used[index] === true)
  }

  /** Empties the database, and seeds random() of SQL with a number in [0, 1). */
  async reset(chance: number): Promise<void> {
    const { sequences } = this.#catalogue
    const used = await this.usedTables()
    const truncate = used.length === 0 ? '' : `truncate ${used.join(', ')} restart identity cascade;`
    const restart = sequences.map((sequence) => `alter sequence ${sequence} restart;`).join('')
    await this.looks.query(`begin; ${truncate} ${restart} commit`)
    await this.connection.query('select setseed($1)', [chance])
  }

  async close(): Promise<void> {
    await this.threads.close()
    await this.#database.close()
  }
}

/** Returns the tables that are empty after the migrations, and all sequences. */
async function catalogueOf(connection: pg.Client): Promise<Catalogue> {
  const { rows } = await connection.query<{ name: string; kind: string; pages: string }>(`
    select c.oid::regclass::text as name, c.relkind as kind, pg_relation_size(c.oid) as pages
      from pg_class c
     where c.relnamespace in ('public'::regnamespace, 'graphile_worker'::regnamespace)
       and c.relkind in ('r', 'S') and c.relname not like '%migration%'
     order by 1`)
  return {
    tables: rows.filter(({ kind, pages }) => kind === 'r' && Number(pages) === 0).map(({ name }) => name),
    sequences: rows.filter(({ kind }) => kind === 'S').map(({ name }) => name),
  }
}

/** Disables the triggers that refuse to truncate tables such as the audit log. */
async function allowTruncation(connection: pg.Client): Promise<void> {
  const truncates = 32
  const { rows } = await connection.query<{ statement: string }>(
    `select format('alter table %s disable trigger %I', tgrelid::regclass, tgname) as statement
       from pg_trigger where not tgisinternal and tgtype::int & $1 > 0`,
    [truncates],
  )
  for (const { statement } of rows) await connection.query(statement)
}
