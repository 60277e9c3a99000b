import type pg from 'pg'

interface Relation {
  readonly name: string
  /**
   * The lines between the brackets of a table's CREATE TABLE statement: the columns, then the constraints.
   */
  readonly parts: readonly string[]
  readonly options: readonly string[] | null
  readonly indexes: readonly string[]
}

// Lists all tables except those of Knex, with columns and constraints. PostgreSQL 18 also lists a constraint
// for every "not null", which is left out, because the column shows it.
const findTables = `
  select c.relname as name, c.reloptions as options,
         array(select quote_ident(a.attname) || ' ' || format_type(a.atttypid, a.atttypmod)
                      || case a.attstorage when t.typstorage then '' when 'e' then ' storage external' else ' storage ' || a.attstorage::text end
                      || case a.attcollation when t.typcollation then '' else ' collate ' || a.attcollation::regcollation::text end
                      || case when a.attnotnull then ' not null' else '' end
                      || coalesce(' default ' || pg_get_expr(d.adbin, d.adrelid), '')
                 from pg_attribute a join pg_type t on t.oid = a.atttypid left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
                where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped order by a.attnum)
         || array(select 'constraint ' || quote_ident(o.conname) || ' ' || pg_get_constraintdef(o.oid)
                    from pg_constraint o where o.conrelid = c.oid and o.contype <> 'n'
                   order by position(o.contype in 'pufc'), o.conname) as parts,
         array(select pg_get_indexdef(i.indexrelid)
                 from pg_index i join pg_class n on n.oid = i.indexrelid
                where i.indrelid = c.oid and not exists (select from pg_constraint o where o.conindid = i.indexrelid and o.contype in ('p', 'u'))
                order by n.relname) as indexes
    from pg_class c
   where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and c.relname not like 'knex\\_%'
   order by c.relname collate "C"`

// Lists all sequences except those of Knex. The sequences of identity columns are included.
const findSequences = `
  select format('create sequence %I as %s increment by %s minvalue %s maxvalue %s start with %s cache %s',
                sequencename, data_type, increment_by, min_value, max_value, start_value, cache_size)
         || case when cycle then ' cycle' else '' end as text
    from pg_sequences
   where schemaname = current_schema() and sequencename not like 'knex\\_%'
   order by sequencename collate "C"`

// Lists all views.
const findViews = `
  select format(E'create view %s as\\n%s', c.relname, pg_get_viewdef(c.oid)) as text
    from pg_class c
   where c.relnamespace = current_schema()::regnamespace and c.relkind = 'v'
   order by c.relname collate "C"`

const heading = `-- Tables, indexes, constraints, sequences and views, as the dated migrations leave them.
-- Written by \`npm run schema\`; do not edit. Each function has a file of its own in a folder of migrations/functions.`

/**
 * Returns the schema of a database, read from its catalog as pg_dump does. The embedded server has no
 * pg_dump.
 */
export async function schemaText(client: pg.Client): Promise<string> {
  const { rows: sequences } = await client.query<{ text: string }>(findSequences)
  const { rows: tables } = await client.query<Relation>(findTables)
  const { rows: views } = await client.query<{ text: string }>(findViews)
  const texts = [
    heading,
    ...sequences.map(({ text }) => `${text};`),
    ...tables.map(tableText),
    ...views.map(({ text }) => text),
  ]
  return `${texts.join('\n\n')}\n`
}

function tableText({ name, parts, options, indexes }: Relation): string {
  const storage =
    options === null ? '' : ` with (${options.map((option) => option.replace('=', ' = ')).join(', ')})`
  const table = `create table ${name} (\n  ${parts.join(',\n  ')}\n)${storage};`
  return [table, ...indexes.map((index) => `${index};`)].join('\n')
}
