import type pg from 'pg'
import { MoveRefused } from '../../adapters/postgres/cell/move-refused.ts'
import {
  type OrganizationTable,
  organizationTables,
} from '../../adapters/postgres/cell/organization-tables.ts'
import type { OwnedIds } from '../../adapters/postgres/cell/owned-ids.ts'
import {
  changedSince,
  copyRows,
  differingParts,
  filtersOf,
  type OwnerIds,
  type PartChecksum,
  type PartChecksums,
  partsOf,
  presentXid,
  tablesWithRows,
  whole,
} from '../../adapters/postgres/cell/table-parts.ts'
import type { ClosedTime } from './closed-time.ts'
import type { MoveConnections } from './move-connections.ts'
import type { CopiedRows } from './move-order.ts'

/**
 * The maximum number of times that a move copies a table again if rows still differ. Retention may delete a
 * row between two comparisons.
 */
const looks = 3

/**
 * The state of one table after a pass of copying: checksums of its parts (groups of rows) in this cell, and
 * in the other cell.
 */
interface CopiedParts {
  /**
   * The id of the oldest database transaction that was open when the pass of copying began. The pass has seen
   * all rows of earlier transactions.
   */
  readonly xid: string
  readonly here: PartChecksums
  /**
   * The checksums of the table's parts in the other cell after the pass of copying. Null if that cell may
   * delete rows by their age, because the checksums then change.
   */
  readonly there: PartChecksums | null
}

/**
 * `TableCopies` copies an organization's rows to the other cell. While the organization works, repeated
 * passes copy the tables whose rows have no effect there yet. While the organization is closed, it copies the
 * rest.
 */
export class TableCopies {
  readonly #reader: pg.Client
  readonly #target: pg.Client
  readonly #targetReader: pg.Client
  readonly #refused: ClosedTime
  readonly #copied = new Map<string, CopiedParts>()
  #columns: ReadonlyMap<string, string> = new Map()

  constructor({ reader, target, targetReader }: MoveConnections, refused: ClosedTime) {
    this.#reader = reader
    this.#target = target
    this.#targetReader = targetReader
    this.#refused = refused
  }

  async readColumns(): Promise<void> {
    const { rows } = await this.#targetReader.query<{ name: string; columns: string }>(
      `select table_name as name, string_agg(quote_ident(column_name), ', ' order by ordinal_position) as columns
         from information_schema.columns where table_schema = current_schema group by 1`,
    )
    this.#columns = new Map(rows.map(({ name, columns }) => [name, columns]))
  }

  columnsOf(table: string): string {
    return this.#columns.get(table) ?? ''
  }

  /** Copies the differing rows of all tables that may be copied while the organization still works. */
  async pass(belongings: OwnedIds): Promise<CopiedRows> {
    let [rows, tables] = [0, 0]
    for (const table of organizationTables.filter(({ early }) => early)) {
      const whose = belongings.whose(table)
      const xid = await presentXid(this.#reader)
      const [here, there] = await Promise.all([
        partsOf(this.#reader, table, whose),
        partsOf(this.#targetReader, table, whose),
      ])
      const parts = differingParts(here, there)
      if (parts.length > 0) {
        tables++
        rows += await this.#copyParts(table, whose, parts, there.size === 0)
      }
      // Notes the checksums of the table's parts in the other cell. Nothing but this move writes these rows
      // there, so the checksums stay valid until the organization is closed here.
      this.#copied.set(table.name, {
        xid,
        here,
        there: table.ages ? null : await this.#left(table, whose, there, parts),
      })
    }
    return { rows, tables }
  }

  /**
   * Copies all rows that still differ between the cells, while requests of the organization are refused. All
   * writes are part of the open transaction in the other cell.
   */
  async takeRest(belongings: OwnedIds): Promise<void> {
    const tables = organizationTables.map((table) => ({ table, whose: belongings.whose(table) }))
    const [filled, filledThere] = await Promise.all([
      tablesWithRows(this.#reader, tables),
      tablesWithRows(this.#target, tables),
    ])
    for (const { table, whose } of tables) {
      if (table.early) await this.#takeChanged(table, whose)
      else if (table.stays) await this.#addMissing(table, whose)
      // Always compares mailboxes, because a trigger in the other cell creates mailboxes that have no row
      // here.
      else if (filled.has(table.name) || filledThere.has(table.name) || table.name === 'mailboxes')
        await this.#takeWhole(table, whose, null)
    }
  }

  async #copyParts(
    table: OrganizationTable,
    whose: OwnerIds,
    parts: readonly PartChecksum[],
    isFirst: boolean,
  ): Promise<number> {
    const filters = filtersOf(table, whose, parts)
    if (isFirst) return this.#copy(table, filters)
    await this.#target.query('begin')
    try {
      await this.#delete(table, filters)
      const rows = await this.#copy(table, filters)
      await this.#target.query('commit')
      return rows
    } catch (error) {
      await this.#target.query('rollback')
      // A unique key is violated if a row moved from one part of the table to another while the parts were
      // copied. The error is ignored, because the next pass copies the row.
      if ((error as { code?: string }).code !== '23505') throw error
      return 0
    }
  }

  /**
   * Returns the checksums of a table's parts in the other cell after a pass of copying: those from before,
   * with the copied parts replaced.
   */
  async #left(
    table: OrganizationTable,
    whose: OwnerIds,
    before: PartChecksums,
    parts: readonly PartChecksum[],
  ): Promise<PartChecksums> {
    if (parts.length === 0) return before
    if (before.size === 0) return partsOf(this.#target, table, whose)
    const after = new Map(before)
    for (const { parent, part } of parts) after.delete(`${parent} ${part}`)
    for (const [key, part] of await partsOf(this.#target, table, whose, parts)) after.set(key, part)
    return after
  }

  /** Copies the parts of a table that have changed since its last pass. */
  async #takeChanged(table: OrganizationTable, whose: OwnerIds): Promise<void> {
    const copied = this.#copied.get(table.name)
    if (copied === undefined) return this.#takeWhole(table, whose, null)
    const changed = await changedSince(this.#reader, table, whose, { xid: copied.xid, parts: copied.here })
    const there = copied.there ?? (await partsOf(this.#target, table, whose))
    const parts = new Map(
      [...changed, ...differingParts(copied.here, there)].map((part) => [
        `${part.parent} ${part.part}`,
        part,
      ]),
    )
    if (parts.size > 0) await this.#takeWhole(table, whose, [...parts.values()])
  }

  /**
   * Copies these parts of a table, or the whole table if `parts` is null, to the other cell (deployment),
   * until both deployments have the same rows. Throws if they still differ after several copies.
   */
  async #takeWhole(
    table: OrganizationTable,
    whose: OwnerIds,
    parts: readonly PartChecksum[] | null,
  ): Promise<void> {
    let filters = parts === null ? [whole(table, whose)] : filtersOf(table, whose, parts)
    for (let look = 0; look < looks; look++) {
      this.#refused.assertLeft()
      await this.#delete(table, filters)
      await this.#copy(table, filters)
      const [here, there] = await Promise.all([
        partsOf(this.#reader, table, whose, parts),
        partsOf(this.#target, table, whose, parts),
      ])
      const others = differingParts(here, there)
      if (others.length === 0) return
      filters = filtersOf(table, whose, others)
    }
    throw new MoveRefused(
      `The table ${table.name} still differs between the cells after ${looks} copies. Nothing was moved. Run this again.`,
    )
  }

  /**
   * Adds rows of a table that the other cell lacks. The other cell may have some from an earlier stay of the
   * organization.
   */
  async #addMissing(table: OrganizationTable, whose: OwnerIds): Promise<void> {
    const { name } = table
    const coming = `moving_${name}`
    await this.#target.query(`create temp table ${coming} (like ${name}) on commit drop`)
    const rows = await this.#copy(table, [whole(table, whose)], coming)
    await this.#target.query(`insert into ${name} select * from ${coming} on conflict do nothing`)
    const { rows: counted } = await this.#target.query<{ count: number }>(
      `select count(*)::int as count from ${coming} c join ${name} t on t.id = c.id`,
    )
    if (counted[0]?.count !== rows)
      throw new MoveRefused(`The table ${name} was not copied completely. Nothing was moved. Run this again.`)
  }

  async #delete({ name }: OrganizationTable, filters: readonly string[]): Promise<void> {
    for (const filter of filters) await this.#target.query(`delete from ${name} t where ${filter}`)
  }

  async #copy({ name }: OrganizationTable, filters: readonly string[], into = name): Promise<number> {
    const columns = this.columnsOf(name)
    let rows = 0
    for (const filter of filters)
      rows += await copyRows(this.#reader, this.#target, { table: name, filter, columns }, into)
    return rows
  }
}
