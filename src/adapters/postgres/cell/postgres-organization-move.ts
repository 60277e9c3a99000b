import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import type pg from 'pg'
import type {
  CopiedRows,
  MovedCallers,
  MoveOrder,
  MoveStanding,
  OrganizationMove,
} from '../../../ports/cell/organization-moves.ts'
import { obstacleOf } from './move-obstacle.ts'
import { MoveRefused } from './move-refused.ts'
import {
  leftBehind,
  type OrganizationTable,
  organizationTables,
  type ParentKind,
  parentTables,
} from './organization-tables.ts'
import {
  changedSince,
  copyRows,
  differing,
  filtersOf,
  type Part,
  type Parts,
  partsOf,
  presentXid,
  tablesWithRows,
  type Whose,
  whole,
} from './table-parts.ts'

const lockMs = 5_000
const heartbeatMs = 1_000
/** Whoever moves it and is not heard of for so long has died. */
const heardOfSeconds = 10
/** A request that was let in a moment before it was closed has come to its first statement by then. */
const letInMs = 300
/** What the switch itself may take at the end of the time in which requests are refused. */
const switchMs = 500
const clearedAtOnce = 20_000
const roomOfIds = 2n ** 25n
/** Retention goes on meanwhile, and may take a row between two looks. */
const looks = 3

/** Three connections here: one says what stands, one reads, one holds what must not change; and two there. */
export interface MoveConnections {
  readonly state: pg.Client
  readonly reader: pg.Client
  readonly holder: pg.Client
  readonly target: pg.Client
  readonly targetReader: pg.Client
}

type ParentIds = Readonly<Record<ParentKind, readonly string[]>>

/** What a pass found here and left there. */
interface CopiedParts {
  /** Everything that ended before this was found. */
  readonly xid: string
  readonly here: Parts
  /** Null where rows go by their age meanwhile. */
  readonly there: Parts | null
}

interface DepartureRow {
  readonly move_id: string
  readonly state: 'draining' | 'closed' | 'switching' | 'departed'
  readonly parents: string[]
}

/** Both databases at once: what holds between them is held by the order of the commits. */
export class PostgresOrganizationMove implements OrganizationMove {
  readonly #order: MoveOrder
  readonly #on: MoveConnections
  #moveId: string = randomUUID()
  /** What hung on it when all of it was still here. */
  #formerParents: readonly string[] = []
  #columns: ReadonlyMap<string, string> = new Map()
  #copied = new Map<string, CopiedParts>()
  #heartbeat: AbortController | null = null
  #heartbeats: Promise<void> = Promise.resolve()
  #closedAt = 0
  /** Whether a transaction here holds what must not change. */
  #holds = false

  constructor(order: MoveOrder, connections: MoveConnections) {
    this.#order = order
    this.#on = connections
  }

  async standing(): Promise<MoveStanding> {
    const { state, target } = this.#on
    // Both, and for as long as the connections last: what another process has on its way to either has ended then.
    if (!(await this.#lock(state))) throw new MoveRefused('It is being moved already, by another process.')
    if (!(await this.#lock(target)))
      throw new MoveRefused('The database of --to is this one, or another process moves it there.')
    await state.query('select reopen_lapsed()')
    const departure = await this.#departure()
    if (departure === null) return 'here'
    this.#moveId = departure.move_id
    this.#formerParents = departure.parents
    if (departure.state === 'switching') return 'switching'
    if (departure.state === 'departed') return 'gone'
    // Nobody moves it any more, or the lock would be taken.
    await this.giveUp()
    return 'here'
  }

  async obstacle(): Promise<string | null> {
    const found = await obstacleOf(this.#order, this.#on)
    if (found !== null) return found
    const { state, target } = this.#on
    const { organizationId } = this.#order
    const { rows } = await state.query<{ row: unknown }>(
      'select to_jsonb(o) as row from organizations o where id = $1',
      [organizationId],
    )
    await target.query(
      `insert into landings as l (organization_id, move_id) values ($1, $2)
       on conflict (organization_id) do update set move_id = excluded.move_id, landed_at = null`,
      [organizationId, this.#moveId],
    )
    await target.query(
      'insert into organizations select * from jsonb_populate_record(null::organizations, $1) on conflict (id) do nothing',
      [JSON.stringify(rows[0]?.row)],
    )
    await this.#raiseRecordIds()
    await this.#readColumns()
    return null
  }

  async copy(): Promise<CopiedRows> {
    const { reader, target, targetReader } = this.#on
    const parents = await this.#parents()
    await target.query(
      `update landings set parents = array(select distinct p from unnest(parents || $2::uuid[]) p) where organization_id = $1`,
      [this.#order.organizationId, Object.values(parents).flat()],
    )
    let [rows, tables] = [0, 0]
    for (const table of organizationTables.filter(({ early }) => early)) {
      const whose = this.#whose(table, parents)
      const xid = await presentXid(reader)
      const [here, there] = await Promise.all([
        partsOf(reader, table, whose),
        partsOf(targetReader, table, whose),
      ])
      const parts = differing(here, there)
      if (parts.length > 0) {
        tables++
        rows += await this.#copyEarly(table, whose, parts, there.size === 0)
      }
      // Nobody else writes there, so what stands there now will stand there when it is closed here.
      this.#copied.set(table.name, {
        xid,
        here,
        there: table.ages ? null : await this.#left(table, whose, there, parts),
      })
    }
    return { rows, tables }
  }

  async drain(): Promise<void> {
    const { state } = this.#on
    const { organizationId, cell, url, drainSeconds } = this.#order
    await state.query(
      `insert into departures (organization_id, move_id, state, cell, url, until)
       values ($1, $2, 'draining', $3, $4, clock_timestamp() + make_interval(secs => $5))
       on conflict (organization_id) do nothing`,
      [organizationId, this.#moveId, cell, url, heardOfSeconds],
    )
    this.#beat()
    const ended = performance.now() + drainSeconds * 1000
    for (;;) {
      const { rows } = await state.query<{ count: number }>(
        `select (select count(*) from slices
                  where organization_id = $1 and state = 'open' and lease_until > clock_timestamp())::int
              + (select count(*) from mailboxes m join senders s on s.id = m.sender_id
                  where s.organization_id = $1 and m.lease_holder is not null and m.due_at > clock_timestamp())::int as count`,
        [organizationId],
      )
      const count = rows[0]?.count ?? 0
      if (count === 0) return
      if (performance.now() > ended)
        throw new MoveRefused(
          `Runtimes still work on ${count} of its slices or mailboxes after ${drainSeconds} seconds. Look at its senders and mail servers, or give it longer with --drain-seconds.`,
        )
      await setTimeout(200)
    }
  }

  async close(): Promise<void> {
    const { state, holder } = this.#on
    const { organizationId, refusedSeconds } = this.#order
    await this.#stopBeating()
    await this.#raiseRecordIds()
    this.#closedAt = performance.now()
    const { rows } = await state.query<{ closed: boolean }>(
      'select close_organization(p_organization => $1, p_move => $2, p_seconds => $3) as closed',
      [organizationId, this.#moveId, refusedSeconds],
    )
    if (rows[0]?.closed !== true) throw new MoveRefused('It was opened again meanwhile. Run this again.')
    const { rows: at } = await state.query<{ at: string }>('select clock_timestamp()::text as at')
    await setTimeout(letInMs)
    await this.#awaitEarlier(at[0]?.at ?? '')
    await holder.query('begin')
    this.#holds = true
    for (const table of [
      'organizations where id',
      'projects where organization_id',
      'data_tables where organization_id',
    ])
      await holder.query(`select from ${table} = $1 for update`, [organizationId])
    for (const table of ['spinners', 'senders', 'users', 'api_keys', 'mappings'])
      await holder.query(`select from ${table} where organization_id = $1 for update`, [organizationId])
    await holder.query(
      `select from jobs where organization_id = $1 and status in ('queued', 'running', 'paused', 'scheduled') for update`,
      [organizationId],
    )
  }

  async switch(): Promise<number> {
    const { state, reader, target } = this.#on
    const { organizationId } = this.#order
    await this.#raiseRecordIds()
    const parents = await this.#parents()
    await target.query('begin')
    await target.query('set local lock_timeout = 4000')
    await this.#forgetFormerParents(parents)
    const tables = organizationTables.map((table) => ({ table, whose: this.#whose(table, parents) }))
    const [filled, filledThere] = await Promise.all([
      tablesWithRows(reader, tables),
      tablesWithRows(target, tables),
    ])
    for (const { table, whose } of tables) {
      if (table.early) await this.#takeChanged(table, whose)
      else if (table.stays) await this.#addMissing(table, whose)
      // A trigger makes some there that have no row here.
      else if (filled.has(table.name) || filledThere.has(table.name) || table.name === 'mailboxes')
        await this.#takeWhole(table, whose, null)
    }
    const { rows } = await reader.query<{ row: unknown }>(
      'select to_jsonb(o) as row from organizations o where id = $1',
      [organizationId],
    )
    const names = this.#columns.get('organizations') ?? ''
    await target.query(
      `update organizations o set (${names}) = (select ${names} from jsonb_populate_record(null::organizations, $2)) where o.id = $1`,
      [organizationId, JSON.stringify(rows[0]?.row)],
    )
    await target.query('select open_organization(p_organization => $1)', [organizationId])
    await target.query('update landings set landed_at = now() where organization_id = $1 and move_id = $2', [
      organizationId,
      this.#moveId,
    ])
    this.#assertInTime()
    const former = [...parents.dataTable, ...parents.spinner, ...parents.import]
    const { rowCount } = await state.query(
      `update departures set state = 'switching', parents = $3
        where organization_id = $1 and move_id = $2 and state = 'closed' and until > clock_timestamp()`,
      [organizationId, this.#moveId, former],
    )
    if (rowCount !== 1) throw tooLong()
    this.#formerParents = former
    await target.query('commit')
    await this.#sayGone()
    return performance.now() - this.#closedAt
  }

  async settle(): Promise<boolean> {
    const { target } = this.#on
    const { rows } = await target.query(
      'select from landings where organization_id = $1 and move_id = $2 and landed_at is not null',
      [this.#order.organizationId, this.#moveId],
    )
    if (rows.length === 0) {
      await this.#on.state.query('select open_organization(p_organization => $1)', [
        this.#order.organizationId,
      ])
      this.#moveId = randomUUID()
      return false
    }
    await this.#sayGone()
    return true
  }

  async callers(): Promise<MovedCallers> {
    const { organizationId } = this.#order
    const { rows } = await this.#on.state.query<{ digest: string }>(
      'select digest from departed_credentials where organization_id = $1 order by digest',
      [organizationId],
    )
    const id = Buffer.from(organizationId.replaceAll('-', ''), 'hex').toString('base64url')
    // The last of 22 letters holds bits of what follows.
    return { credentialDigests: rows.map(({ digest }) => digest), unsubscribePrefix: id.slice(0, 21) }
  }

  async clearAway(): Promise<number> {
    const { holder, state } = this.#on
    const { organizationId } = this.#order
    const parents = await this.#parents()
    // What a request that was let in before could still write to goes first, and at once.
    if (!this.#holds) await holder.query('begin')
    for (const text of [
      'delete from spinner_starts where organization_id = $1',
      'delete from rehearsals where organization_id = $1',
      'delete from spinner_versions v using spinners s where s.organization_id = $1 and v.spinner_id = s.id',
      'delete from spinners where organization_id = $1',
      'delete from data_tables where organization_id = $1',
      'delete from projects where organization_id = $1',
    ])
      await holder.query(text, [organizationId])
    await holder.query('commit')
    this.#holds = false
    const cleared = await this.#deleteAll(state, parents)
    await state.query('update departures set purged_at = now() where organization_id = $1', [organizationId])
    return cleared
  }

  async giveUp(): Promise<void> {
    const { state, holder, target } = this.#on
    const { organizationId } = this.#order
    await this.#stopBeating()
    await Promise.allSettled([holder.query('rollback'), target.query('rollback')])
    await state.query(
      `select open_organization(p_organization => organization_id) from departures
        where organization_id = $1 and move_id = $2 and state in ('draining', 'closed')`,
      [organizationId, this.#moveId],
    )
  }

  async withdraw(): Promise<void> {
    const { target } = this.#on
    const { organizationId } = this.#order
    const { rows } = await target.query<{ parents: string[] }>(
      'select parents from landings where organization_id = $1 and landed_at is null',
      [organizationId],
    )
    const [landing] = rows
    if (landing === undefined) return
    const none: ParentIds = { dataTable: [], spinner: [], job: [], sender: [], user: [], import: [] }
    this.#formerParents = landing.parents
    await this.#deleteAll(target, none)
    await target.query('delete from landings where organization_id = $1', [organizationId])
  }

  async end(): Promise<void> {
    await this.#stopBeating()
    for (const connection of Object.values(this.#on) as pg.Client[]) await connection.end().catch(() => {})
  }

  /** A table that was copied before: what has changed since. */
  async #takeChanged(table: OrganizationTable, whose: Whose): Promise<void> {
    const { reader } = this.#on
    const copied = this.#copied.get(table.name)
    if (copied === undefined) return this.#takeWhole(table, whose, null)
    const changed = await changedSince(reader, table, whose, { xid: copied.xid, parts: copied.here })
    const there = copied.there ?? (await partsOf(this.#on.target, table, whose))
    const parts = new Map(
      [...changed, ...differing(copied.here, there)].map((part) => [`${part.parent} ${part.part}`, part]),
    )
    if (parts.size > 0) await this.#takeWhole(table, whose, [...parts.values()])
  }

  /** Copies these parts, or all, until they are the same in both. */
  async #takeWhole(table: OrganizationTable, whose: Whose, parts: readonly Part[] | null): Promise<void> {
    const { reader, target } = this.#on
    const columns = this.#columns.get(table.name) ?? ''
    let filters = parts === null ? [whole(table, whose)] : filtersOf(table, whose, parts)
    for (let look = 0; look < looks; look++) {
      this.#assertInTime()
      for (const filter of filters) await target.query(`delete from ${table.name} t where ${filter}`)
      for (const filter of filters) await copyRows(reader, target, { table: table.name, filter, columns })
      const [here, there] = await Promise.all([
        partsOf(reader, table, whose, parts),
        partsOf(target, table, whose, parts),
      ])
      const others = differing(here, there)
      if (others.length === 0) return
      filters = filtersOf(table, whose, others)
    }
    throw new MoveRefused(
      `${table.name} is not the same in both cells after ${looks} copies. Nothing was moved.`,
    )
  }

  /** Entries that were there when it was there before are there. */
  async #addMissing({ name, ...table }: OrganizationTable, whose: Whose): Promise<void> {
    const { reader, target } = this.#on
    const columns = this.#columns.get(name) ?? ''
    const filter = whole({ name, ...table }, whose)
    const coming = `moving_${name}`
    await target.query(`create temp table ${coming} (like ${name}) on commit drop`)
    const rows = await copyRows(reader, target, { table: name, filter, columns }, coming)
    await target.query(`insert into ${name} select * from ${coming} on conflict do nothing`)
    const { rows: counted } = await target.query<{ count: number }>(
      `select count(*)::int as count from ${coming} c join ${name} t on t.id = c.id`,
    )
    if (counted[0]?.count !== rows)
      throw new MoveRefused(`${name} did not come over whole. Nothing was moved.`)
  }

  /** What stands there after a pass: what stood there before, but for the parts that were copied. */
  async #left(table: OrganizationTable, whose: Whose, before: Parts, parts: readonly Part[]): Promise<Parts> {
    if (parts.length === 0) return before
    if (before.size === 0) return partsOf(this.#on.target, table, whose)
    const after = new Map(before)
    for (const { parent, part } of parts) after.delete(`${parent} ${part}`)
    for (const [key, part] of await partsOf(this.#on.target, table, whose, parts)) after.set(key, part)
    return after
  }

  async #copyEarly(
    table: OrganizationTable,
    whose: Whose,
    parts: readonly Part[],
    isFirst: boolean,
  ): Promise<number> {
    const { reader, target } = this.#on
    const columns = this.#columns.get(table.name) ?? ''
    const filters = filtersOf(table, whose, parts)
    let rows = 0
    if (isFirst) {
      for (const filter of filters)
        rows += await copyRows(reader, target, { table: table.name, filter, columns })
      return rows
    }
    await target.query('begin')
    try {
      for (const filter of filters) await target.query(`delete from ${table.name} t where ${filter}`)
      for (const filter of filters)
        rows += await copyRows(reader, target, { table: table.name, filter, columns })
      await target.query('commit')
      return rows
    } catch (error) {
      await target.query('rollback')
      // A row that went from one part into another between two streams. The next pass finds it.
      if ((error as { code?: string }).code !== '23505') throw error
      return 0
    }
  }

  /** Rows that hang on what was there when they were copied, and is not any more. */
  async #forgetFormerParents(parents: ParentIds): Promise<void> {
    const { target } = this.#on
    const { rows } = await target.query<{ parents: string[] }>(
      'select parents from landings where organization_id = $1',
      [this.#order.organizationId],
    )
    const present = new Set(Object.values(parents).flat())
    const gone = (rows[0]?.parents ?? []).filter((id) => !present.has(id))
    if (gone.length === 0) return
    for (const table of organizationTables.filter(({ early, of }) => early && of !== 'organization'))
      await target.query(`delete from ${table.name} where ${table.by} = any($1::uuid[])`, [gone])
  }

  async #deleteAll(connection: pg.Client, parents: ParentIds): Promise<number> {
    let deleted = 0
    const tables = [...organizationTables, ...leftBehind].filter(({ stays }) => !stays)
    for (const table of tables.toReversed()) {
      const whose = this.#whose(table, parents)
      for (;;) {
        const { rowCount } = await connection.query(`
          delete from ${table.name} where ctid = any(array(
            select t.ctid from ${table.name} t where ${whole(table, whose)} limit ${clearedAtOnce}))`)
        deleted += rowCount ?? 0
        if ((rowCount ?? 0) < clearedAtOnce) break
      }
    }
    await connection.query('delete from organizations where id = $1', [this.#order.organizationId])
    return deleted
  }

  /** From its own mouth: those that began before it was closed may not have known it. */
  async #awaitEarlier(closedAt: string): Promise<void> {
    const { state } = this.#on
    for (;;) {
      const { rows } = await state.query<{ pid: number; name: string; since: Date }>(
        `select pid, application_name as name, xact_start as since from pg_stat_activity
          where datname = current_database() and usename = current_user and backend_type = 'client backend'
            and xact_start < $1::timestamptz and pid <> pg_backend_pid() and application_name !~ '^(pg_dump|spindle move)'
          order by xact_start`,
        [closedAt],
      )
      const [first] = rows
      if (first === undefined) return
      if (performance.now() - this.#closedAt > (this.#order.refusedSeconds * 1000) / 2)
        throw new MoveRefused(
          `A transaction has been open in this database since ${first.since.toISOString()} (${first.name || 'no name'}, process ${first.pid}), and might still write. Nothing was moved: end it, or run this again later.`,
        )
      await setTimeout(50)
    }
  }

  async #raiseRecordIds(): Promise<void> {
    const { state, target } = this.#on
    const lastOf = async (connection: pg.Client) => {
      const { rows } = await connection.query<{ last: string }>(
        'select last_value as last from record_blocks',
      )
      return BigInt(rows[0]?.last ?? '0')
    }
    const last = await lastOf(state)
    if ((await lastOf(target)) > last) return
    // With room for what comes in before the switch, so that the other cell's requests wait for this once.
    await target.query('select raise_record_blocks(p_above => $1)', [String(last + roomOfIds)])
  }

  /** A process that was killed just now holds it for a moment. */
  async #lock(connection: pg.Client): Promise<boolean> {
    const ended = performance.now() + lockMs
    for (;;) {
      const { rows } = await connection.query<{ mine: boolean }>(
        `select pg_try_advisory_lock(hashtextextended('move ' || $1, 0)) as mine`,
        [this.#order.organizationId],
      )
      if (rows[0]?.mine === true) return true
      if (performance.now() > ended) return false
      await setTimeout(100)
    }
  }

  async #sayGone(): Promise<void> {
    await this.#on.state.query(
      `update departures set state = 'departed', departed_at = coalesce(departed_at, now())
        where organization_id = $1 and move_id = $2`,
      [this.#order.organizationId, this.#moveId],
    )
  }

  async #departure(): Promise<DepartureRow | null> {
    const { rows } = await this.#on.state.query<DepartureRow>(
      'select move_id, state, parents from departures where organization_id = $1',
      [this.#order.organizationId],
    )
    return rows[0] ?? null
  }

  async #parents(): Promise<ParentIds> {
    const ids = async (kind: ParentKind) => {
      const { rows } = await this.#on.reader.query<{ id: string }>(parentTables[kind], [
        this.#order.organizationId,
      ])
      return rows.map(({ id }) => id)
    }
    return {
      dataTable: await ids('dataTable'),
      spinner: await ids('spinner'),
      job: await ids('job'),
      sender: await ids('sender'),
      user: await ids('user'),
      import: await ids('import'),
    }
  }

  #whose({ of }: OrganizationTable, parents: ParentIds): Whose {
    const { organizationId } = this.#order
    if (of === 'organization') return { organizationId, parents: [] }
    return { organizationId, parents: [...new Set([...parents[of], ...this.#formerParents])] }
  }

  async #readColumns(): Promise<void> {
    const { rows } = await this.#on.targetReader.query<{ name: string; columns: string }>(
      `select table_name as name, string_agg(quote_ident(column_name), ', ' order by ordinal_position) as columns
         from information_schema.columns where table_schema = current_schema group by 1`,
    )
    this.#columns = new Map(rows.map(({ name, columns }) => [name, columns]))
  }

  #assertInTime(): void {
    if (performance.now() - this.#closedAt > this.#order.refusedSeconds * 1000 - switchMs) throw tooLong()
  }

  #beat(): void {
    const heartbeat = new AbortController()
    this.#heartbeat = heartbeat
    const { signal } = heartbeat
    const beat = async () => {
      while (!signal.aborted) {
        await this.#on.state.query(
          `update departures set until = clock_timestamp() + make_interval(secs => $3)
            where organization_id = $1 and move_id = $2 and state = 'draining'`,
          [this.#order.organizationId, this.#moveId, heardOfSeconds],
        )
        await setTimeout(heartbeatMs, undefined, { signal }).catch(() => {})
      }
    }
    // A connection that is lost is found out by the next step.
    this.#heartbeats = beat().catch(() => {})
  }

  async #stopBeating(): Promise<void> {
    this.#heartbeat?.abort()
    await this.#heartbeats
  }
}

function tooLong(): MoveRefused {
  return new MoveRefused(
    'What had come in last could not be copied in the time in which its requests may be refused. Nothing was moved, and it works on here. Run this again at a quieter time, or with more --refused-seconds.',
  )
}
