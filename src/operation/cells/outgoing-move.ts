import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import type pg from 'pg'
import { MoveRefused } from '../../adapters/postgres/cell/move-refused.ts'
import type { RowOf } from '../../adapters/postgres/schema/columns.ts'
import type { MovedCallers, MoveOrder } from './move-order.ts'

const heartbeatMs = 1_000
/** The seconds without a heartbeat after which the process that moves an organization counts as dead. */
const departureNoticeSeconds = 10

type DepartureRow = Pick<RowOf<'organization_departures'>, 'status' | 'owner_ids'> & {
  readonly move_id: string
}

/**
 * Writes the row about an organization's move in the database of the cell that it leaves. While the move
 * renews the row every second, runtimes of that cell start no work for the organization. After `close`, the
 * cell refuses requests of the organization.
 */
export class OutgoingMove {
  readonly #state: pg.Client
  readonly #order: MoveOrder
  #moveId: string = randomUUID()
  #formerParents: readonly string[] = []
  #heartbeat: AbortController | null = null
  #heartbeats: Promise<void> = Promise.resolve()

  constructor(state: pg.Client, order: MoveOrder) {
    this.#state = state
    this.#order = order
  }

  get moveId(): string {
    return this.#moveId
  }

  /**
   * The ids of the tables, spinners and other parents of the organization's rows. They were noted before the
   * switch to the other cell, when all rows were still in this one.
   */
  get formerParents(): readonly string[] {
    return this.#formerParents
  }

  /** Returns the name of the cell to which the move that is noted in this cell leads; null if there is none. */
  async notedCell(): Promise<string | null> {
    const { rows } = await this.#state.query<Pick<RowOf<'organization_departures'>, 'cell'>>(
      'select cell from organization_departures where organization_id = $1',
      [this.#order.organizationId],
    )
    return rows[0]?.cell ?? null
  }

  /**
   * Loads the unfinished move of the organization that is noted in this cell, whichever process began it, and
   * returns its state; null if there is none.
   */
  async takeUp(): Promise<DepartureRow['status'] | null> {
    await this.#state.query('select reopen_abandoned_organizations()')
    const { rows } = await this.#state.query<DepartureRow>(
      'select move_id, status, owner_ids from organization_departures where organization_id = $1 and move_id is not null',
      [this.#order.organizationId],
    )
    const [row] = rows
    if (row === undefined) return null
    this.#moveId = row.move_id
    this.#formerParents = row.owner_ids
    return row.status
  }

  /**
   * Returns when the organization came to this cell by a move; `at` is null if it was created here. Returns null if
   * this cell does not have the organization, or is to delete it.
   */
  async arrival(): Promise<{ readonly at: string | null } | null> {
    const { rows } = await this.#state.query<{ at: string | null }>(
      `select m.completed_at::text as at
         from organizations o left join incoming_moves m on m.organization_id = o.id
        where o.id = $1
          and not exists (select from organization_departures d where d.organization_id = o.id and d.move_id is null)`,
      [this.#order.organizationId],
    )
    return rows[0] ?? null
  }

  /** Continues under the id of a move that another process has completed. */
  takeOver(moveId: string): void {
    this.#moveId = moveId
  }

  /**
   * Notes that a move has begun. Runtimes of this cell then begin no work for the organization, as long as
   * the move renews the row every second. Returns the present time by the database's clock.
   */
  async drain(): Promise<string> {
    const { organizationId, cell, url } = this.#order
    await this.#state.query(
      `insert into organization_departures (organization_id, move_id, status, cell, url, until)
       values ($1, $2, 'draining', $3, $4, clock_timestamp() + make_interval(secs => $5))
       on conflict (organization_id) do nothing`,
      [organizationId, this.#moveId, cell, url, departureNoticeSeconds],
    )
    this.#beat()
    return this.#now()
  }

  async #now(): Promise<string> {
    const { rows } = await this.#state.query<{ at: string }>('select clock_timestamp()::text as at')
    return rows[0]?.at ?? ''
  }

  /**
   * Refuses all requests of the organization from now on. Returns the present time by the database's clock.
   */
  async close(): Promise<string> {
    const { organizationId, refusedSeconds } = this.#order
    const { rows } = await this.#state.query<{ closed: boolean }>(
      'select close_organization(p_organization => $1, p_move => $2, p_seconds => $3) as closed',
      [organizationId, this.#moveId, refusedSeconds],
    )
    if (rows[0]?.closed !== true)
      throw new MoveRefused('Another process opened the organization again during the move. Run this again.')
    return this.#now()
  }

  /**
   * Notes in this cell that the organization switches to the other cell, before its row is written there.
   * Returns false if the time in which its requests may be refused is over.
   */
  async switch(parents: readonly string[]): Promise<boolean> {
    const { rowCount } = await this.#state.query(
      `update organization_departures set status = 'switching', owner_ids = $3
        where organization_id = $1 and move_id = $2 and status = 'closed' and until > clock_timestamp()`,
      [this.#order.organizationId, this.#moveId, parents],
    )
    if (rowCount !== 1) return false
    this.#formerParents = parents
    return true
  }

  /**
   * Stores that the other cell has the organization, under the name and URL of the present command. A repeated
   * command corrects a wrong name. Without a URL, the URL that is known for the same name stays.
   */
  async sayGone(): Promise<void> {
    const { organizationId, cell, url } = this.#order
    await this.#state.query(
      `update organization_departures
          set status = 'departed', completed_at = coalesce(completed_at, now()), cell = $3,
              url = case when cell = $3 then coalesce($4, url) else $4 end
        where organization_id = $1 and move_id = $2`,
      [organizationId, this.#moveId, cell, url],
    )
  }

  async sayCleared(): Promise<void> {
    await this.#state.query(
      'update organization_departures set purged_at = now() where organization_id = $1',
      [this.#order.organizationId],
    )
  }

  /**
   * Reopens the organization in this cell after a switch that did not happen. A later attempt to move it
   * starts as a new move.
   */
  async forget(): Promise<void> {
    await this.#state.query('select open_organization(p_organization => $1)', [this.#order.organizationId])
    this.#moveId = randomUUID()
  }

  /**
   * Gives up the move and reopens the organization in this cell. Does nothing after the switch has begun,
   * because the other cell may then have the organization.
   */
  async giveUp(): Promise<void> {
    await this.#state.query(
      `select open_organization(p_organization => organization_id) from organization_departures
        where organization_id = $1 and move_id = $2 and status in ('draining', 'closed')`,
      [this.#order.organizationId, this.#moveId],
    )
  }

  async callers(): Promise<MovedCallers> {
    const { organizationId } = this.#order
    const { rows } = await this.#state.query<Pick<RowOf<'moved_credentials'>, 'digest'>>(
      'select digest from moved_credentials where organization_id = $1 order by digest',
      [organizationId],
    )
    const id = Buffer.from(organizationId.replaceAll('-', ''), 'hex').toString('base64url')
    // The prefix by which a proxy recognizes unsubscribe links of the moved organization: 21 of the 22
    // letters of its encoded id. The last letter also holds bits of what follows in the link.
    return { credentialDigests: rows.map(({ digest }) => digest), unsubscribePrefix: id.slice(0, 21) }
  }

  async stopBeating(): Promise<void> {
    this.#heartbeat?.abort()
    await this.#heartbeats
  }

  #beat(): void {
    const heartbeat = new AbortController()
    this.#heartbeat = heartbeat
    const { signal } = heartbeat
    const beat = async () => {
      while (!signal.aborted) {
        await this.#state.query(
          `update organization_departures set until = clock_timestamp() + make_interval(secs => $3)
            where organization_id = $1 and move_id = $2 and status = 'draining'`,
          [this.#order.organizationId, this.#moveId, departureNoticeSeconds],
        )
        await setTimeout(heartbeatMs, undefined, { signal }).catch(() => {})
      }
    }
    // Ignores a lost connection in the heartbeat; the next step of the move fails on it and reports it.
    this.#heartbeats = beat().catch(() => {})
  }
}
