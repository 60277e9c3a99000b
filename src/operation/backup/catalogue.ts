import type pg from 'pg'

/** Tables that no backup includes: `migrate` fills them, or they describe processes that have ended. */
const notStored = [
  'knex_migrations',
  'knex_migrations_lock',
  'schema_files',
  'runtime_connections',
  'runtime_workers',
]

export interface BackupTable {
  readonly name: string
  /** The `copy` command of PostgreSQL for this table, with its columns in their order. */
  readonly copy: string
  /** The estimated number of rows of the table, for progress messages. */
  readonly estimate: number
}

/** Returns the tables that a backup includes with the `copy` command of each, largest first. */
export async function storedTables(client: pg.ClientBase): Promise<readonly BackupTable[]> {
  const { rows } = await client.query<{ name: string; copy: string; estimate: number }>(
    `select c.relname as name, greatest(c.reltuples, 0)::float8 as estimate,
            format('copy %I (%s)', c.relname, string_agg(quote_ident(a.attname), ', ' order by a.attnum)) as copy
       from pg_class c
       join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and c.relname <> all($1)
      group by c.oid, c.relname, c.reltuples order by c.reltuples desc, c.relname`,
    [notStored],
  )
  return rows
}

/** Returns SQL statements that set each sequence to its present value, for the end of a backup. */
export async function sequenceStatements(client: pg.ClientBase): Promise<readonly string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select c.relname as name from pg_class c
      where c.relnamespace = current_schema()::regnamespace and c.relkind = 'S' and c.relname !~ '^knex_' order by 1`,
  )
  const statements: string[] = []
  for (const { name } of rows) {
    const { rows: stands } = await client.query<{ statement: string }>(
      `select format('select setval(%L, %s, %L)', quote_ident($1), last_value, is_called) as statement from ${quoted(name)}`,
      [name],
    )
    statements.push(stands[0]?.statement ?? '')
  }
  return statements
}

export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

/**
 * Statements that drop constraints and indexes and disable triggers before rows are copied in (`take`), and
 * restore them afterwards (`make`). Checking and indexing row by row would be slow.
 */
export interface Scaffolding {
  readonly take: readonly string[]
  readonly make: readonly string[]
}

export async function scaffoldingOf(client: pg.ClientBase): Promise<Scaffolding> {
  const { rows } = await client.query<{ take: string; make: string }>(
    `with own as (
       select c.oid, c.oid::regclass::text as name from pg_class c
        where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and c.relname <> all($1)
     ), pieces as (
       select case x.contype when 'f' then 3 else 1 end as rank, x.oid,
              format('alter table %s drop constraint %I', o.name, x.conname) as take,
              format('alter table %s add constraint %I %s', o.name, x.conname, pg_get_constraintdef(x.oid)) as make
         from pg_constraint x join own o on o.oid = x.conrelid where x.contype in ('f', 'p', 'u')
       union all
       select 2, i.indexrelid, format('drop index %s', i.indexrelid::regclass), pg_get_indexdef(i.indexrelid)
         from pg_index i join own o on o.oid = i.indrelid
        where not exists (select from pg_constraint x where x.conindid = i.indexrelid and x.contype in ('p', 'u', 'x'))
       union all
       select 4, o.oid, format('alter table %s disable trigger user', o.name), format('alter table %s enable trigger user', o.name)
         from own o where exists (select from pg_trigger t where t.tgrelid = o.oid and not t.tgisinternal)
     )
     select take, make from pieces order by rank, oid`,
    [notStored],
  )
  return { take: rows.map(({ take }) => take).toReversed(), make: rows.map(({ make }) => make) }
}
