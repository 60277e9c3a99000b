import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import type pg from 'pg'
import type { MovedCallers, MoveOrder } from '../../../../ports/cell/organization-moves.ts'
import { MoveRefused } from './move-refused.ts'

const heartbeatMs = 1_000
/** Whoever moves it and is not heard of for so long has died. */
const heardOfSeconds = 10

interface DepartureRow {
  readonly move_id: string
  readonly state: 'draining' | 'closed' | 'switching' | 'departed'
  readonly parents: string[]
}

/** What the cell that an organization leaves knows of it: the row that everybody here heeds. */
export class Departure {
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

  /** What hung on the organization when all of it was still here. */
  get formerParents(): readonly string[] {
    return this.#formerParents
  }

  /** Takes up the move that stands here, by whomever it was begun; null where none does. */
  async takeUp(): Promise<DepartureRow['state'] | null> {
    await this.#state.query('select reopen_lapsed()')
    const { rows } = await this.#state.query<DepartureRow>(
      'select move_id, state, parents from departures where organization_id = $1',
      [this.#order.organizationId],
    )
    const [row] = rows
    if (row === undefined) return null
    this.#moveId = row.move_id
    this.#formerParents = row.parents
    return row.state
  }

  /** Runtimes begin nothing of it from now on, for as long as this is heard of. */
  async drain(): Promise<void> {
    const { organizationId, cell, url } = this.#order
    await this.#state.query(
      `insert into departures (organization_id, move_id, state, cell, url, until)
       values ($1, $2, 'draining', $3, $4, clock_timestamp() + make_interval(secs => $5))
       on conflict (organization_id) do nothing`,
      [organizationId, this.#moveId, cell, url, heardOfSeconds],
    )
    this.#beat()
  }

  /** Requests are refused from now on; answers the moment, by the database's clock. */
  async close(): Promise<string> {
    const { organizationId, refusedSeconds } = this.#order
    const { rows } = await this.#state.query<{ closed: boolean }>(
      'select close_organization(p_organization => $1, p_move => $2, p_seconds => $3) as closed',
      [organizationId, this.#moveId, refusedSeconds],
    )
    if (rows[0]?.closed !== true) throw new MoveRefused('It was opened again meanwhile. Run this again.')
    const { rows: at } = await this.#state.query<{ at: string }>('select clock_timestamp()::text as at')
    return at[0]?.at ?? ''
  }

  /** The last word here before the other cell has it; false where the time in which it may be closed is over. */
  async switch(parents: readonly string[]): Promise<boolean> {
    const { rowCount } = await this.#state.query(
      `update departures set state = 'switching', parents = $3
        where organization_id = $1 and move_id = $2 and state = 'closed' and until > clock_timestamp()`,
      [this.#order.organizationId, this.#moveId, parents],
    )
    if (rowCount !== 1) return false
    this.#formerParents = parents
    return true
  }

  async sayGone(): Promise<void> {
    await this.#state.query(
      `update departures set state = 'departed', departed_at = coalesce(departed_at, now())
        where organization_id = $1 and move_id = $2`,
      [this.#order.organizationId, this.#moveId],
    )
  }

  async sayCleared(): Promise<void> {
    await this.#state.query('update departures set purged_at = now() where organization_id = $1', [
      this.#order.organizationId,
    ])
  }

  /** The switch did not come about: it works on here, and what begins next is another move. */
  async forget(): Promise<void> {
    await this.#state.query('select open_organization(p_organization => $1)', [this.#order.organizationId])
    this.#moveId = randomUUID()
  }

  /** Lets it go on here, unless the other cell may have it. */
  async giveUp(): Promise<void> {
    await this.#state.query(
      `select open_organization(p_organization => organization_id) from departures
        where organization_id = $1 and move_id = $2 and state in ('draining', 'closed')`,
      [this.#order.organizationId, this.#moveId],
    )
  }

  async callers(): Promise<MovedCallers> {
    const { organizationId } = this.#order
    const { rows } = await this.#state.query<{ digest: string }>(
      'select digest from departed_credentials where organization_id = $1 order by digest',
      [organizationId],
    )
    const id = Buffer.from(organizationId.replaceAll('-', ''), 'hex').toString('base64url')
    // The last of 22 letters holds bits of what follows.
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
}
