import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import type { OrganizationTable } from './organization-tables.ts'

/**
 * The ids by which the rows of an organization are found in a table: its own id, and those of the rows'
 * parents.
 */
export interface OwnerIds {
  readonly organizationId: string
  readonly parents: readonly string[]
}

/**
 * A part of a table: rows with the same parent, such as a job. Holds their number and a checksum over them,
 * to compare the part between two cells.
 */
export interface PartChecksum {
  readonly parent: string
  readonly part: string
  readonly rows: number
  readonly sum: string
}

export type PartChecksums = ReadonlyMap<string, PartChecksum>

/**
 * The maximum number of parents whose rows one stream copies, and of parts of one parent that one stream
 * copies.
 */
const togetherMost = 200

function keyOf({ parent, part }: Pick<PartChecksum, 'parent' | 'part'>): string {
  return `${parent} ${part}`
}

/** Compares the checksums of a table in two cells, and returns the parts whose rows differ. */
export function differingParts(here: PartChecksums, there: PartChecksums): PartChecksum[] {
  const gone = [...there.values()].filter((part) => !here.has(keyOf(part)))
  const other = [...here.values()].filter((part) => {
    const own = there.get(keyOf(part))
    return own?.rows !== part.rows || own.sum !== part.sum
  })
  return [...other, ...gone.map((part) => ({ ...part, rows: 0 }))]
}

/**
 * Reads every row of the organization in a table, or in the parts `only`, and returns a checksum of each
 * part. The checksum adds up hashes of whole rows: parts with the same checksum have the same rows, but for
 * one chance in 2^64.
 */
export async function partsOf(
  connection: pg.Client,
  table: OrganizationTable,
  whose: OwnerIds,
  only: readonly PartChecksum[] | null = null,
): Promise<PartChecksums> {
  const parts = new Map<string, PartChecksum>()
  const filters = only === null ? [whole(table, whose)] : filtersOf(table, whose, only)
  for (const filter of filters) {
    const { rows } = await connection.query<{ parent: string; part: string; rows: string; sum: string }>(`
      select ${parentOf(table)} as parent, ${partOf(table)} as part, count(*) as rows,
             sum(hash_record_extended(t, 0)::numeric)::text as sum
        from ${table.name} t where ${filter} group by 1, 2`)
    for (const row of rows) parts.set(keyOf(row), { ...row, rows: Number(row.rows) })
  }
  return parts
}

/**
 * Returns the parts (groups of rows) of a table in which a row was added, changed or deleted since `parts`
 * was read. No values are read: a row written by a transaction after `xid` has a newer xmin, and a deleted
 * row is missing from the count.
 */
export async function changedSince(
  connection: pg.Client,
  table: OrganizationTable,
  whose: OwnerIds,
  { xid, parts }: { readonly xid: string; readonly parts: PartChecksums },
): Promise<PartChecksum[]> {
  const { rows } = await connection.query<{ parent: string; part: string; rows: string; changed: boolean }>(`
    select ${parentOf(table)} as parent, ${partOf(table)} as part, count(*) as rows,
           bool_or(age(t.xmin) <= age(${pg.escapeLiteral(xid)}::xid)) as changed
      from ${table.name} t where ${whole(table, whose)} group by 1, 2`)
  const present = new Set(rows.map(keyOf))
  const gone = [...parts.values()].filter((part) => !present.has(keyOf(part)))
  const other = rows
    .map((row) => ({ ...row, rows: Number(row.rows), sum: '' }))
    .filter((row) => row.changed || parts.get(keyOf(row))?.rows !== row.rows)
  return [...other, ...gone]
}

/**
 * Returns the id of the oldest transaction that is still open. A query that starts now sees the rows of all
 * earlier transactions.
 */
export async function presentXid(connection: pg.Client): Promise<string> {
  const { rows } = await connection.query<{ xid: string }>(
    'select pg_snapshot_xmin(pg_current_snapshot())::xid::text as xid',
  )
  return rows[0]?.xid ?? ''
}

/** Returns the names of the given tables that have at least one row of the organization. */
export async function tablesWithRows(
  connection: pg.Client,
  tables: readonly { readonly table: OrganizationTable; readonly whose: OwnerIds }[],
): Promise<ReadonlySet<string>> {
  const looks = tables.map(
    ({ table, whose }) =>
      `select '${table.name}' as name where exists (select from ${table.name} t where ${whole(table, whose)})`,
  )
  const { rows } = await connection.query<{ name: string }>(looks.join(' union all '))
  return new Set(rows.map(({ name }) => name))
}

/**
 * Returns SQL conditions that together find the rows of these parts of a table. Each condition finds no more
 * rows than one stream should carry.
 */
export function filtersOf(
  table: OrganizationTable,
  whose: OwnerIds,
  parts: readonly PartChecksum[],
): string[] {
  if (table.part === undefined && table.of === 'organization') return [whole(table, whose)]
  if (table.part === undefined || !isNarrow(table, parts)) {
    const parents = [...new Set(parts.map(({ parent }) => parent))]
    if (table.of === 'organization') return [whole(table, whose)]
    return chunks(parents, togetherMost).map((some) => `t.${table.by} = any(${uuids(some)})`)
  }
  return [...Map.groupBy(parts, ({ parent }) => parent)].flatMap(([parent, own]) =>
    chunks(own, togetherMost).map((some) => {
      const within = table.of === 'organization' ? whole(table, whose) : `t.${table.by} = ${uuid(parent)}`
      return `${within} and ${partsIn(table, some)}`
    }),
  )
}

/**
 * Copies the rows of a table that match the filter from one database into another, which has none of them.
 */
export async function copyRows(
  from: pg.Client,
  into: pg.Client,
  { table, filter, columns }: { table: string; filter: string; columns: string },
  target = table,
): Promise<number> {
  const read = from.query(
    copyTo(`copy (select ${columns} from ${table} t where ${filter}) to stdout (format binary)`),
  )
  const written = into.query(copyFrom(`copy ${target} (${columns}) from stdin (format binary)`))
  await pipeline(read, written)
  return written.rowCount
}

export function whole(table: OrganizationTable, { organizationId, parents }: OwnerIds): string {
  return table.of === 'organization'
    ? `t.${table.by} = ${uuid(organizationId)}`
    : `t.${table.by} = any(${uuids(parents)})`
}

/**
 * Returns whether to read the parts of a table one by one. Many parts are found faster by reading all rows of
 * their parents.
 */
function isNarrow({ range }: OrganizationTable, parts: readonly PartChecksum[]): boolean {
  return range !== undefined || parts.length < togetherMost
}

function partsIn({ part = '0', range }: OrganizationTable, parts: readonly PartChecksum[]): string {
  if (range === undefined)
    return `(${part})::text in (${parts.map((checksum) => pg.escapeLiteral(checksum.part)).join(', ')})`
  const size = 2n ** BigInt(range.bits)
  const ranges = parts.map((checksum) => {
    const first = BigInt(checksum.part) * size
    return `t.${range.column} >= ${first} and t.${range.column} < ${first + size}`
  })
  return `(${ranges.join(' or ')})`
}

function parentOf({ of, by }: OrganizationTable): string {
  return of === 'organization' ? `''` : `t.${by}::text`
}

function partOf({ part, of }: OrganizationTable): string {
  return part === undefined ? `'${of === 'organization' ? '' : '*'}'` : `(${part})::text`
}

function uuid(id: string): string {
  return `${pg.escapeLiteral(id)}::uuid`
}

function uuids(ids: readonly string[]): string {
  return `${pg.escapeLiteral(`{${ids.join(',')}}`)}::uuid[]`
}

function chunks<One>(all: readonly One[], size: number): One[][] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, index) =>
    all.slice(index * size, (index + 1) * size),
  )
}
