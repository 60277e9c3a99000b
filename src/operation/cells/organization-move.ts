import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { deleteAll, deleteWritableRows } from '../../adapters/postgres/cell/clearing.ts'
import { lockMove } from '../../adapters/postgres/cell/move-lock.ts'
import { MoveRefused } from '../../adapters/postgres/cell/move-refused.ts'
import { accountsThere } from '../../adapters/postgres/cell/moved-accounts.ts'
import { OwnedIds } from '../../adapters/postgres/cell/owned-ids.ts'
import { connectionTo } from '../../adapters/postgres/servers.ts'
import { ClosedTime, closedTooLong } from './closed-time.ts'
import { IncomingMove } from './incoming-move.ts'
import type { MoveConnections } from './move-connections.ts'
import { obstacleOf } from './move-obstacle.ts'
import type { CopiedRows, MovedCallers, MoveOrder, MoveState } from './move-order.ts'
import { awaitOlderTransactions, awaitRuntimes, lockOrganization, numberLastEvents } from './open-work.ts'
import { OutgoingMove } from './outgoing-move.ts'
import { raiseRecordIds } from './record-ids.ts'
import { TableCopies } from './table-copies.ts'

/**
 * Milliseconds to wait after an organization was closed. After this time, a request that was accepted just
 * before the closing has sent its first statement to the database.
 */
const letInMs = 300

/**
 * A move of one organization between two databases, while other processes work on both. Every step can be interrupted and
 * repeated. The order of the commits keeps both databases consistent.
 */
export class OrganizationMove {
  readonly #order: MoveOrder
  readonly #on: MoveConnections
  readonly #departure: OutgoingMove
  readonly #landing: IncomingMove
  readonly #refused: ClosedTime
  readonly #copies: TableCopies
  /** Whether a transaction in this cell holds the locks that keep the organization from changing. */
  #holds = false

  private constructor(order: MoveOrder, connections: MoveConnections) {
    this.#order = order
    this.#on = connections
    this.#departure = new OutgoingMove(connections.state, order)
    this.#landing = new IncomingMove(connections.target, order.organizationId)
    this.#refused = new ClosedTime(order.refusedSeconds)
    this.#copies = new TableCopies(connections, this.#refused)
  }

  /** Opens a move out of the database at a URL. */
  static async open(url: string, order: MoveOrder): Promise<OrganizationMove> {
    const opened: pg.Client[] = []
    const open = async (of: string) => {
      const client = new pg.Client({
        ...connectionTo(of),
        application_name: 'spindle move',
        keepAlive: true,
        keepAliveInitialDelayMillis: 10_000,
        // Limits waits for locks to 2 s, because other transactions queue behind a waiting move. A refused
        // move may be repeated.
        options: '-c lock_timeout=2000 -c jit=off',
      })
      // Ignores the error event of a lost connection. The next step of the move fails on it and decides what
      // follows.
      client.on('error', () => {})
      opened.push(client)
      await client.connect()
      return client
    }
    try {
      return new OrganizationMove(order, {
        state: await open(url),
        reader: await open(url),
        holder: await open(url),
        target: await open(order.to),
        targetReader: await open(order.to),
      })
    } catch (error) {
      for (const client of opened) await client.end().catch(() => {})
      throw error
    }
  }

  async state(): Promise<MoveState> {
    const { state, target } = this.#on
    const { organizationId } = this.#order
    // Locks the move in both databases until the connections close. When both locks are taken, work of
    // another process on this move has ended.
    if (!(await lockMove(state, organizationId)))
      throw new MoveRefused('Another process is already moving the organization.')
    if (!(await lockMove(target, organizationId)))
      throw new MoveRefused(
        'The database of --to is this database, or another process is moving the organization to it.',
      )
    const standing = await this.#departure.takeUp()
    if (standing === 'switching') return 'switching'
    if (standing === 'departed') return 'gone'
    // Undoes an interrupted move. The lock was free, so the process that moved the organization has ended.
    if (standing !== null) await this.giveUp()
    const unknown = await this.#unknownMove()
    if (unknown === null) return 'here'
    this.#departure.takeOver(unknown)
    return 'unknownMove'
  }

  /** Returns why the organization cannot move, with advice for the operator; null if it can. */
  async obstacle(): Promise<string | null> {
    const { state, target } = this.#on
    const found = await obstacleOf(this.#order, this.#on, this.#departure)
    if (found !== null) return found
    await this.#landing.begin(this.#departure.moveId, await this.#organization(state))
    await raiseRecordIds(state, target)
    await this.#copies.readColumns()
    return null
  }

  /**
   * Copies all new and changed rows of the organization to the other cell, while the organization keeps
   * working in this cell.
   */
  async copy(): Promise<CopiedRows> {
    const belongings = await this.#belongings()
    await this.#landing.note(belongings)
    return this.#copies.pass(belongings)
  }

  /**
   * Stops runtimes from beginning work for the organization. Returns when they have finished what they had
   * begun.
   */
  async drain(): Promise<void> {
    const { state } = this.#on
    const ends = performance.now() + this.#order.drainSeconds * 1000
    const isOver = () => performance.now() > ends
    // Waits for leases that are being taken. Their transactions began before the drain, and no other one sees their
    // slices until they commit.
    await awaitOlderTransactions(state, await this.#departure.drain(), isOver)
    await awaitRuntimes(state, this.#order, isOver)
  }

  /** Refuses further requests of the organization. Returns when no request is in progress. */
  async close(): Promise<void> {
    const { state, holder, target } = this.#on
    await this.#departure.stopBeating()
    await raiseRecordIds(state, target)
    this.#refused.begin()
    const closedAt = await this.#departure.close()
    await setTimeout(letInMs)
    await awaitOlderTransactions(state, closedAt, () => this.#refused.isHalfOver)
    await numberLastEvents(state, this.#order.organizationId)
    await holder.query('begin')
    this.#holds = true
    await lockOrganization(holder, this.#order.organizationId)
  }

  /**
   * In one step, copies the last changed rows and gives the organization to the other cell. Returns the
   * milliseconds for which requests were refused.
   */
  async switch(): Promise<number> {
    const { state, reader, target } = this.#on
    await raiseRecordIds(state, target)
    const belongings = await this.#belongings()
    await target.query('begin')
    await target.query('set local lock_timeout = 4000')
    await this.#landing.forgetFormer(belongings)
    const found = await accountsThere(reader, target, this.#order.organizationId)
    if ('obstacle' in found) throw new MoveRefused(`${found.obstacle} Nothing was moved.`)
    await this.#copies.takeRest(belongings.withoutAccounts(found.present))
    const columns = this.#copies.columnsOf('organizations')
    await this.#landing.open(this.#departure.moveId, await this.#organization(reader), columns)
    this.#refused.assertLeft()
    if (!(await this.#departure.switch(belongings.toRemember))) throw closedTooLong()
    await target.query('commit')
    await this.#departure.sayGone()
    return this.#refused.ms
  }

  /**
   * Finds out how a move ended that was interrupted in state `switching`, and stores it. Returns true if the
   * other cell has the organization; false if it stays here.
   */
  async settle(): Promise<boolean> {
    const hasLanded =
      (await this.#landing.hasLanded(this.#departure.moveId)) || (await this.#unknownMove()) !== null
    if (hasLanded) await this.#departure.sayGone()
    else await this.#departure.forget()
    return hasLanded
  }

  /**
   * Stores in state `unknownMove`, after `close`, that the other cell has the organization. The rest is then
   * deleted here as after any move.
   */
  async leave(): Promise<void> {
    const belongings = await this.#belongings()
    if (!(await this.#departure.switch(belongings.toRemember))) throw closedTooLong()
    await this.#departure.sayGone()
  }

  /**
   * Stores in state `gone` the name and URL of the other cell again, which an earlier command may have given wrongly.
   * Fails if the order names another cell, and another database than the one that received the organization.
   */
  async correctCell(): Promise<void> {
    if (await this.#landing.hasLanded(this.#departure.moveId)) return this.#departure.sayGone()
    const noted = await this.#departure.notedCell()
    if (noted !== this.#order.cell)
      throw new MoveRefused(
        `The organization has moved to the cell "${noted}", and the database of --to has not received it. Nothing was changed.`,
      )
  }

  callers(): Promise<MovedCallers> {
    return this.#departure.callers()
  }

  /** Deletes the data of the moved organization that remains in this cell. */
  async clearAway(): Promise<number> {
    const { holder, state } = this.#on
    const { organizationId } = this.#order
    const belongings = await this.#belongings()
    // Deletes the rows that requests could still write in a commit of their own, because deleting all other
    // rows of the organization may take long.
    if (!this.#holds) await holder.query('begin')
    await deleteWritableRows(holder, organizationId)
    await holder.query('commit')
    this.#holds = false
    const cleared = await deleteAll(state, organizationId, belongings)
    await this.#departure.sayCleared()
    return cleared
  }

  /** Gives up the move and reopens the organization in this cell. */
  async giveUp(): Promise<void> {
    const { holder, target } = this.#on
    await this.#departure.stopBeating()
    await Promise.allSettled([holder.query('rollback'), target.query('rollback')])
    await this.#departure.giveUp()
  }

  /**
   * Deletes the organization's copies in the other cell that an interrupted move has left. Returns false if the
   * other cell has the organization by a complete move.
   */
  async withdraw(): Promise<boolean> {
    const { organizationId } = this.#order
    const noted = await this.#landing.noted()
    if (noted === null) return !(await this.#landing.hasRow())
    await deleteAll(this.#on.target, organizationId, OwnedIds.former(organizationId, noted))
    await this.#landing.forget()
    return true
  }

  async end(): Promise<void> {
    await this.#departure.stopBeating()
    for (const connection of Object.values(this.#on) as pg.Client[]) await connection.end().catch(() => {})
  }

  /**
   * Returns the id of a completed move to the other cell of which this cell knows nothing, because its database was
   * restored to a time before the move; otherwise null. An organization that came back to this cell later belongs
   * here, although the restored database of the other cell may still have it.
   */
  async #unknownMove(): Promise<string | null> {
    const own = await this.#departure.arrival()
    return own === null ? null : this.#landing.arrivedAfter(own.at)
  }

  #belongings(): Promise<OwnedIds> {
    return OwnedIds.read(this.#on.reader, this.#order.organizationId, this.#departure.formerParents)
  }

  async #organization(connection: pg.Client): Promise<string> {
    const { rows } = await connection.query<{ row: unknown }>(
      'select to_jsonb(o) as row from organizations o where id = $1',
      [this.#order.organizationId],
    )
    return JSON.stringify(rows[0]?.row)
  }
}
