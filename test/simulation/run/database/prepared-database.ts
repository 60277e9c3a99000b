import type pg from 'pg'
import { Database } from '../../../../src/adapters/postgres/database.ts'
import { turnChannel } from '../../../../workers/announced-turns.ts'
import { type Session, Sessions, settingsOfSessions } from './sessions.ts'

export interface PreparedTable {
  readonly name: string
  /** The names of a table's columns that are not generated, separated by commas, for copying its rows. */
  readonly columns: string
}

/**
 * The tables and sequences that a reset of the simulator's database empties. Tables that the migrations fill
 * are not among them.
 */
export interface Catalogue {
  readonly tables: readonly PreparedTable[]
  readonly sequences: readonly string[]
}

/**
 * Makes PostgreSQL read rows in the order of an index and plan each statement once. Rows that former seeds have
 * deleted are still in the files of the tables, so without this the order of rows would differ from seed to
 * seed.
 */
const plannerSettings =
  'set plan_cache_mode = force_generic_plan; set enable_seqscan = off; set enable_bitmapscan = off'

/**
 * A table of the simulator's database whose rows are often equal in every column of the index by which they are
 * read. Equal rows are read in the order of the file, so this table gets a new file for each seed.
 */
const tableWithEqualRows = 'slices'

/** The number of seeds after which the simulator removes deleted rows from the files of its tables. */
const seedsBetweenTruncations = 100

/**
 * A migrated database of the simulator that is reset before each seed: rows are deleted and sequences begin
 * again. Truncating all tables would be simpler, but PostgreSQL then plans all statements again, and planning
 * them takes longer than running them for one seed.
 */
export class PreparedDatabase {
  /**
   * The database sessions that all simulated processes share. They stay open for all seeds, with their query
   * plans.
   */
  readonly sessions: Sessions
  /** The connection by which the simulator itself reads rows, for its checks. */
  readonly looks: pg.Client
  /** The connection by which the simulator deletes and copies all rows. It skips triggers and foreign keys. */
  readonly upkeep: pg.Client
  readonly catalogue: Catalogue
  /** The organizations that have announced turns to the runtimes, which have not received them yet. */
  readonly announced = new Set<string>()
  readonly #database: Database
  #resets = 0
  #chance = 0

  private constructor(
    database: Database,
    connections: readonly [pg.Client, pg.Client],
    catalogue: Catalogue,
  ) {
    this.#database = database
    ;[this.looks, this.upkeep] = connections
    this.sessions = new Sessions(this.looks, () => this.#openSession())
    this.catalogue = catalogue
    this.looks.on('notification', ({ payload = '' }) => this.announced.add(payload))
  }

  static async open(url: string): Promise<PreparedDatabase> {
    const database = new Database({ url, poolSize: 1 })
    const looks = await database.openConnection()
    const upkeep = await database.openConnection()
    await looks.query(`${plannerSettings}; listen "${turnChannel}"`)
    await upkeep.query('set session_replication_role = replica')
    return new PreparedDatabase(database, [looks, upkeep], await catalogueOf(upkeep))
  }

  /** Deletes all rows of the last simulation run, and seeds random() of SQL with a number in [0, 1). */
  async reset(chance: number): Promise<void> {
    // The database sends the notifications of the last run before the answer.
    await this.looks.query('select 1')
    this.announced.clear()
    if (this.#resets++ % seedsBetweenTruncations === 0) await this.upkeep.query(truncationOf(this.catalogue))
    else {
      await this.upkeep.query({ name: 'delete_rows', text: deletionOf(this.catalogue) })
      await this.upkeep.query(`truncate ${tableWithEqualRows}`)
    }
    this.#chance = chance
    for (const { connection } of this.sessions.all) await connection.query('select setseed($1)', [chance])
  }

  async #openSession(): Promise<Session> {
    const connection = await this.#database.openConnection()
    await connection.query(`${plannerSettings}; ${settingsOfSessions}`)
    await connection.query('select setseed($1)', [this.#chance])
    const { rows } = await connection.query<{ pid: number }>('select pg_backend_pid() as pid')
    return { connection, pid: rows[0]?.pid ?? 0 }
  }

  async close(): Promise<void> {
    await this.#database.close()
  }
}

function truncationOf({ tables, sequences }: Catalogue): string {
  const restarts = sequences.map((sequence) => `alter sequence ${sequence} restart;`)
  return `begin; truncate ${tables.map(({ name }) => name).join(', ')} cascade; ${restarts.join(' ')} commit`
}

/** Returns one statement that deletes all rows of a simulation run and restarts all sequences. */
function deletionOf({ tables, sequences }: Catalogue): string {
  const deletions = tables
    .filter(({ name }) => name !== tableWithEqualRows)
    .map(({ name }, index) => `deleted_${index} as (delete from ${name})`)
  const restarts = sequences.map(
    (sequence) =>
      `setval('${sequence}', (select seqstart from pg_sequence where seqrelid = '${sequence}'::regclass), false)`,
  )
  return `with ${deletions.join(', ')} select ${restarts.join(', ')}`
}

/** Returns the tables that are empty after the migrations, and all sequences. The simulator resets these. */
async function catalogueOf(connection: pg.Client): Promise<Catalogue> {
  const { rows } = await connection.query<PreparedTable & { kind: string; pages: string }>(`
    select c.oid::regclass::text as name, c.relkind as kind, pg_relation_size(c.oid) as pages,
           (select string_agg(quote_ident(a.attname), ', ' order by a.attnum) from pg_attribute a
             where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns
      from pg_class c
     where c.relnamespace in ('public'::regnamespace, 'graphile_worker'::regnamespace)
       and c.relkind in ('r', 'S') and c.relname not like '%migration%'
     order by 1`)
  return {
    tables: rows
      .filter(({ kind, pages }) => kind === 'r' && Number(pages) === 0)
      .map(({ name, columns }) => ({ name, columns })),
    sequences: rows.filter(({ kind }) => kind === 'S').map(({ name }) => name),
  }
}
