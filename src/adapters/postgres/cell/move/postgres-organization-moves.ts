import pg from 'pg'
import {
  type MoveOrder,
  type OrganizationMove,
  OrganizationMoves,
} from '../../../../ports/cell/organization-moves.ts'
import { connectionTo } from '../../servers.ts'
import { PostgresOrganizationMove } from './postgres-organization-move.ts'

/** `PostgresOrganizationMoves` opens moves out of one database, while other processes work on it. */
export class PostgresOrganizationMoves extends OrganizationMoves {
  readonly #url: string

  constructor(url: string) {
    super()
    this.#url = url
  }

  override async open(order: MoveOrder): Promise<OrganizationMove> {
    const opened: pg.Client[] = []
    const open = async (url: string) => {
      const client = new pg.Client({
        ...connectionTo(url),
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
      return new PostgresOrganizationMove(order, {
        state: await open(this.#url),
        reader: await open(this.#url),
        holder: await open(this.#url),
        target: await open(order.to),
        targetReader: await open(order.to),
      })
    } catch (error) {
      for (const client of opened) await client.end().catch(() => {})
      throw error
    }
  }
}
