import type pg from 'pg'

interface Table {
  readonly name: string
  /** The columns that are not generated. */
  readonly columns: string
}

interface Kept {
  readonly tables: readonly Table[]
  readonly sequences: readonly { readonly name: string; readonly last: string; readonly isCalled: boolean }[]
}

/** Returns the name of the copy of a table. Copies are created at the first backup and used again. */
const copyOf = (table: string) => `kept."${table}"`

/**
 * A backup of all rows at one moment, within the database of a run. It stands for the recovery of a server to a moment
 * by its log, which gives the same rows, and takes milliseconds.
 */
export class Snapshot {
  readonly #connection: pg.Client
  readonly #kept: Kept

  private constructor(connection: pg.Client, kept: Kept) {
    this.#connection = connection
    this.#kept = kept
  }

  static async take(connection: pg.Client): Promise<Snapshot> {
    const tables = await filledTables(connection)
    const copies = tables.map(
      ({ name }) => `
        create unlogged table if not exists ${copyOf(name)} (like ${name});
        truncate ${copyOf(name)};
        insert into ${copyOf(name)} select * from ${name};`,
    )
    await connection.query(`create schema if not exists kept; ${copies.join('')}`)
    return new Snapshot(connection, { tables, sequences: await sequencesOf(connection) })
  }

  /** Restores all rows and sequences. Skips triggers and foreign keys, because the rows passed them before. */
  async putBack(): Promise<void> {
    const { tables, sequences } = this.#kept
    const filled = await filledTables(this.#connection)
    await this.#connection.query(`
      begin;
      set local session_replication_role = replica;
      ${filled.map(({ name }) => `delete from ${name};`).join('')}
      ${tables.map(putBack).join('')}
      ${sequences.map(({ name, last, isCalled }) => `select setval('${name}', ${last}, ${isCalled});`).join('')}
      commit`)
  }
}

function putBack({ name, columns }: Table): string {
  return `insert into ${name} (${columns}) overriding system value select ${columns} from ${copyOf(name)};`
}

async function filledTables(connection: pg.Client): Promise<readonly Table[]> {
  const { rows } = await connection.query<Table>(`
    select c.oid::regclass::text as name,
           (select string_agg(quote_ident(a.attname), ', ' order by a.attnum) from pg_attribute a
             where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns
      from pg_class c
     where c.relnamespace in ('public'::regnamespace, 'graphile_worker'::regnamespace)
       and c.relkind = 'r' and c.relname not like '%migration%' and pg_relation_size(c.oid) > 0
     order by 1`)
  return rows
}

async function sequencesOf(connection: pg.Client): Promise<Kept['sequences']> {
  const { rows } = await connection.query<Kept['sequences'][number]>(`
    select format('%I.%I', schemaname, sequencename) as name, coalesce(last_value, start_value) as last,
           last_value is not null as "isCalled" from pg_sequences
     where schemaname in ('public', 'graphile_worker') order by 1`)
  return rows
}
