import type { Promised } from './promise.ts'

let columnsQuery: string | null = null

/** The columns by which a row belongs to an organization, with the tables that they name. The first that exists counts. */
const owners = [
  ['organization_id', null],
  ['job_id', 'jobs'],
  ['data_table_id', 'stored_data_tables'],
  ['spinner_id', 'stored_spinners'],
  ['sender_id', 'senders'],
  ['destination_id', 'destinations'],
] as const

/**
 * Searches all rows but those that certainly belong to another organization, which may know the same person. The test
 * organization is searched, too, because a test of a spinner copies people into it. Rows
 * without an owner are searched only for addresses that no other organization may store.
 */
export const erasedEverywhere: Promised = {
  promise: 'After an erasure no byte of the address is stored anywhere',
  when: 'erase',
  holds: async ({ model, rows, demo, organizations }) => {
    const { erased } = model
    if (erased.length === 0) return { compared: 0, violations: [] }
    const otherModels = organizations.map(({ model: other }) => other).filter((other) => other !== model)
    const storedByNobody = erased.filter((address) => otherModels.every((other) => !other.mayStore(address)))
    columnsQuery ??= await queryOverTables(rows)
    const organizationIds = [
      demo.organizationId,
      ...(model.testOrganization === null ? [] : [model.testOrganization.id]),
    ]
    const values = [patternsOf(erased), patternsOf(storedByNobody), organizationIds]
    const cells = await rows<{ table: string; words: string }>(columnsQuery, values)
    const violations = cells.map(({ table, words }) => `${table} has ${words.slice(0, 600)}`)
    return { compared: erased.length, violations }
  },
}

type Rows = <Row extends object>(text: string, values?: readonly unknown[]) => Promise<Row[]>

function patternsOf(addresses: readonly string[]): readonly string[] {
  return addresses.flatMap((address) => [
    `%${address}%`,
    // Searches columns of type bytea for the hexadecimal form of an erased address, because their text form is
    // hexadecimal.
    `%${Buffer.from(address).toString('hex')}%`,
  ])
}

async function queryOverTables(rows: Rows): Promise<string> {
  const tables = await rows<{ name: string; columns: readonly string[] }>(
    `select c.oid::regclass::text as name,
            array(select a.attname::text from pg_attribute a where a.attrelid = c.oid and not a.attisdropped) as columns
       from pg_class c
      where c.relnamespace in ('public'::regnamespace, 'graphile_worker'::regnamespace) and c.relkind = 'r'
      order by 1`,
  )
  const parts = tables.map(
    ({ name, columns }) =>
      `(select '${name}' as "table", t::text as words from ${name} t where ${conditionOf(columns)} limit 1)`,
  )
  return parts.join(' union all ')
}

function conditionOf(columns: readonly string[]): string {
  const owner = owners.find(([column]) => columns.includes(column))
  if (owner === undefined) return 't::text ilike any ($2::text[])'
  const [column, table] = owner
  if (table === null)
    return `t::text ilike any (case when t.organization_id is null then $2::text[]
      when t.organization_id = any ($3::uuid[]) then $1::text[] else '{}' end)`
  return `t::text ilike any ($1::text[]) and not exists (
    select from ${table} o where o.id = t.${column} and o.organization_id <> all ($3::uuid[]))`
}
