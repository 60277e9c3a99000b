import type pg from 'pg'

// Lists what schemaText does not show: identity columns, statistics, triggers, row security, privileges, comments, types and
// unlogged tables.
const findFacts = `
  with relations as (select c.* from pg_class c where c.relnamespace = current_schema()::regnamespace and c.relname not like 'knex\\_%')
  select format('identity %s.%s %s', c.relname, a.attname, a.attidentity) as fact
    from relations c join pg_attribute a on a.attrelid = c.oid where a.attidentity <> ''
  union all
  select format('statistics %s.%s %s', c.relname, a.attname, a.attstattarget)
    from relations c join pg_attribute a on a.attrelid = c.oid where a.attnum > 0 and coalesce(a.attstattarget, -1) <> -1
  union all
  select format('trigger %s', pg_get_triggerdef(t.oid)) from relations c join pg_trigger t on t.tgrelid = c.oid where not t.tgisinternal
  union all
  select format('policy %s.%s', c.relname, p.polname) from relations c join pg_policy p on p.polrelid = c.oid
  union all
  select format('table %s %s %s %s', relname, relpersistence, relrowsecurity, relreplident) from relations where relkind in ('r', 'v')
  union all
  select format('privileges %s %s', relname, relacl) from relations where relacl is not null
  union all
  select format('default privileges %s', defaclacl) from pg_default_acl
  union all
  select format('comment %s.%s %s', c.relname, d.objsubid, d.description) from relations c join pg_description d on d.objoid = c.oid
  union all
  select format('statistics object %s', stxname) from pg_statistic_ext where stxnamespace = current_schema()::regnamespace
  union all
  select format('type %s', typname) from pg_type where typnamespace = current_schema()::regnamespace and typtype in ('e', 'd', 'r')
  union all
  select format('function %s', proname) from pg_proc where pronamespace = current_schema()::regnamespace
  order by 1`

/** Tables to which every migration adds rows. */
const notes = ['schema_files', 'knex_migrations', 'knex_migrations_lock']

/** Returns what schemaText does not show of a database: one line for each fact, and for each row. */
export async function schemaFacts(client: pg.Client): Promise<string> {
  const { rows: facts } = await client.query<{ fact: string }>(findFacts)
  const { rows: tables } = await client.query<{ name: string }>(
    `select relname as name from pg_class
      where relnamespace = current_schema()::regnamespace and relkind = 'r' and relname <> all($1) order by 1`,
    [notes],
  )
  const lines = facts.map(({ fact }) => fact)
  for (const { name } of tables) {
    const { rows } = await client.query<{ row: string }>(
      `select t::text as row from "${name}" t order by t::text`,
    )
    lines.push(...rows.map(({ row }) => `row ${name} ${row}`))
  }
  return lines.join('\n')
}
