import type pg from 'pg'

interface TableColumn {
  readonly name: string
  /** The name of the column's type in pg_type, such as `int8`, or `_int8` for an array. */
  readonly type: string
  readonly isNullable: boolean
}

interface Table {
  readonly name: string
  readonly columns: readonly TableColumn[]
  readonly key: readonly string[]
  /** The check constraints of the table, as PostgreSQL writes them. */
  readonly checks: readonly string[]
}

/** The TypeScript types of column types, as the pg driver returns their values without parsers of our own. */
const typesOf: Readonly<Record<string, string>> = {
  bool: 'boolean',
  bytea: 'Buffer',
  char: 'string',
  date: 'Date',
  float8: 'number',
  int2: 'number',
  int4: 'number',
  int8: 'string',
  jsonb: 'Json',
  name: 'string',
  numeric: 'string',
  text: 'string',
  timestamptz: 'Date',
  uuid: 'string',
  varchar: 'string',
  xid8: 'string',
}

// Reads each table and view with its columns sorted by name, so that a migration that only reorders columns changes no
// generated types. A view has all columns of a table
// whose name is `stored_` and the name of the view.
const findTables = `
  select v.relname as name,
         array(select jsonb_build_object('name', a.attname, 'type', t.typname, 'isNullable', not a.attnotnull)
                 from pg_attribute a join pg_type t on t.oid = a.atttypid
                where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
                order by a.attname collate "C") as columns,
         array(select a.attname::text
                 from pg_constraint o cross join lateral unnest(o.conkey) with ordinality k(attnum, no)
                 join pg_attribute a on a.attrelid = o.conrelid and a.attnum = k.attnum
                where o.conrelid = c.oid and o.contype = 'p' order by k.no) as key,
         array(select pg_get_constraintdef(o.oid) from pg_constraint o
                where o.conrelid = c.oid and o.contype = 'c' order by o.conname) as checks
    from pg_class v
    join pg_class c
      on c.relnamespace = v.relnamespace
     and c.relname = case v.relkind when 'v' then 'stored_' || v.relname else v.relname end
   where v.relnamespace = current_schema()::regnamespace and v.relkind in ('r', 'p', 'v') and v.relname not like 'knex\\_%'
   order by v.relname collate "C"`

const heading = `// Written by \`npm run schema\` from the tables of a migrated database; do not edit.

/** A value of a jsonb column. The service stores SQL NULL, never the JSON value null. */
type Json = string | number | boolean | object
`

/** Returns a TypeScript module with the row type of each table, formatted as Biome would. */
export async function tableTypes(client: pg.Client): Promise<string> {
  const { rows: tables } = await client.query<Table>(findTables)
  return [
    heading,
    '/** The rows of each table by column, as the pg driver returns them. */',
    'export interface Tables {',
    ...tables.map(rowType),
    '}',
    '',
    '/** The primary key and the jsonb columns of each table. */',
    'export const tableFacts: {',
    '  readonly [Name in keyof Tables]: { readonly key: readonly string[]; readonly json: readonly string[] }',
    '} = {',
    ...tables.map(factsOf),
    '}',
    '',
  ].join('\n')
}

function rowType({ name, columns, checks }: Table): string {
  const values = new Map(checks.flatMap(valuesIn))
  const fields = columns.map((column) => {
    const allowed = values.get(column.name)
    const types = allowed ?? [driverTypeOf(column.type)]
    return fieldType(column.name, column.isNullable ? [...types, 'null'] : types)
  })
  return [`  readonly ${name}: {`, ...fields, '  }'].join('\n')
}

/** Returns the TypeScript type of the values of a column type, such as `int8`, or `_int8` for an array. */
export function driverTypeOf(type: string): string {
  const element = type.startsWith('_') ? type.slice(1) : type
  const known = typesOf[element]
  if (known === undefined) throw new Error(`Add the type "${element}" to scripts/generated/table-types.ts`)
  return element === type ? known : `readonly ${known}[]`
}

/**
 * Returns the column and the values that a check constraint allows in it; empty if the constraint is not a
 * plain list of values.
 */
function valuesIn(check: string): [column: string, values: readonly string[]][] {
  const [, column, list] = /^CHECK \(\((\w+) = ANY \(ARRAY\[(.*)\]\)\)\)(?: NOT VALID)?$/.exec(check) ?? []
  if (column === undefined || list === undefined) return []
  const values = [...list.matchAll(/'([^']*)'::text/g)].map(([, value]) => `'${value}'`)
  return [[column, values]]
}

const lineWidth = 110

function fieldType(name: string, types: readonly string[]): string {
  const line = `    readonly ${name}: ${types.join(' | ')}`
  if (line.length <= lineWidth) return line
  return [`    readonly ${name}:`, ...types.map((type) => `      | ${type}`)].join('\n')
}

function factsOf({ name, columns, key }: Table): string {
  const json = columns.filter(({ type }) => type === 'jsonb').map((column) => column.name)
  const list = (names: readonly string[]) => `[${names.map((one) => `'${one}'`).join(', ')}]`
  const line = `  ${name}: { key: ${list(key)}, json: ${list(json)} },`
  if (line.length <= lineWidth) return line
  return [`  ${name}: {`, `    key: ${list(key)},`, `    json: ${list(json)},`, '  },'].join('\n')
}
