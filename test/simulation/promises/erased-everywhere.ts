import type { Promised } from './promise.ts'

let columnsQuery: string | null = null

export const erasedEverywhere: Promised = {
  promise: 'After an erasure no byte of the address is stored anywhere',
  when: 'erase',
  holds: async ({ model, rows }) => {
    const { erased } = model
    if (erased.length === 0) return { compared: 0, violations: [] }
    const patterns = erased.flatMap((address) => [
      `%${address}%`,
      // Searches columns of type bytea for the hexadecimal form of an erased address, because their text form
      // is hexadecimal.
      `%${Buffer.from(address).toString('hex')}%`,
    ])
    columnsQuery ??= await queryOverTables(rows)
    const found = await rows<{ table: string; words: string }>(columnsQuery, [patterns])
    const violations = found.map(({ table, words }) => `${table} has ${words.slice(0, 600)}`)
    return { compared: erased.length, violations }
  },
}

type Rows = <Row extends object>(text: string, values?: readonly unknown[]) => Promise<Row[]>

async function queryOverTables(rows: Rows): Promise<string> {
  const tables = await rows<{ name: string }>(
    `select c.oid::regclass::text as name from pg_class c
      where c.relnamespace in ('public'::regnamespace, 'graphile_worker'::regnamespace) and c.relkind = 'r'
      order by 1`,
  )
  const parts = tables.map(
    ({ name }) =>
      `(select '${name}' as "table", t::text as words from ${name} t where t::text ilike any ($1) limit 1)`,
  )
  return parts.join(' union all ')
}
