import type pg from 'pg'
import { Database, execute, type Statement, WriteQueue } from '../../../../src/adapters/postgres/database.ts'
import { asDomainError } from '../../../../src/adapters/postgres/faults.ts'
import type { Outside } from '../../world/outside.ts'
import type { Gates } from '../gates.ts'
import type { ServiceProcess } from '../service-process.ts'
import type { Outage } from './outage.ts'
import type { Session, Sessions } from './sessions.ts'

/**
 * The database of one simulated process. Every use of a connection passes a gate; if several operations run at once,
 * so does each statement of a transaction. All processes of a run share the sessions, which keep their query plans from
 * seed to seed.
 */
export class GatedDatabase extends Database {
  readonly #sessions: Sessions
  readonly #gates: Gates
  readonly #process: ServiceProcess
  readonly #outage: Outage

  constructor(
    sessions: Sessions,
    { gates, outage, timers }: Pick<Outside, 'gates' | 'outage' | 'timers'>,
    process: ServiceProcess,
  ) {
    // Sets `pooled`, so that leases end by time alone. No process of a simulation run has a database connection
    // of its own that can be lost.
    super({ url: 'postgres://nowhere', poolSize: 1, pooled: true, timers })
    this.#sessions = sessions
    this.#gates = gates
    this.#process = process
    this.#outage = outage
  }

  override async withConnection<Result>(work: (connection: pg.Client) => Promise<Result>): Promise<Result> {
    const isShared = () =>
      this.#gates.areOfStatements || this.#process.mayEndInside || this.#sessions.areSeveralTaken
    const begun = await this.#gates.enter(this.#process, async () => {
      try {
        this.#outage.reach('before')
        const session = await this.#sessions.take()
        if (isShared()) return { session }
        try {
          const result = await work(session.connection)
          this.#outage.reach('after')
          return { result }
        } finally {
          this.#sessions.giveBack(session)
        }
      } catch (error) {
        throw asDomainError(error)
      }
    })
    if (begun.session === undefined) return begun.result
    return await this.#inSharedSession(begun.session, work)
  }

  async #inSharedSession<Result>(
    session: Session,
    work: (connection: pg.Client) => Promise<Result>,
  ): Promise<Result> {
    try {
      const result = await work(this.#gated(session))
      this.#process.reach('after')
      this.#outage.reach('after')
      return result
    } catch (error) {
      throw asDomainError(error)
    } finally {
      // Ends the transaction of a process that has ended, as the server does when it loses the connection.
      if (!this.#process.isAlive)
        await this.#sessions.send(this.#gates, session, () => session.connection.query('rollback'))
      this.#sessions.giveBack(session)
    }
  }

  /** Returns a session's connection whose statements pass a gate, in the order in which they are sent. */
  #gated(session: Session): pg.Client {
    const { connection } = session
    let last: Promise<unknown> = Promise.resolve()
    const query = (...of: readonly unknown[]) => {
      const [first, ...others] = of
      const send = Reflect.get(connection, 'query') as (...of: readonly unknown[]) => unknown
      if (isStream(first)) return send.call(connection, ...of)
      const callback = typeof others.at(-1) === 'function' ? (others.pop() as Callback) : null
      const answer = last.then(async () => {
        this.#process.reachStatement('before')
        const statement = () => send.call(connection, first, ...others) as Promise<unknown>
        const result = await this.#sessions.send(this.#gates, session, statement)
        this.#process.reachStatement('after')
        return result
      })
      last = answer.catch(() => {})
      if (callback === null) return answer
      void callBack(answer, callback)
      return undefined
    }
    return new Proxy(connection, {
      get: (target, name) => {
        if (name === 'query') return query
        const value: unknown = Reflect.get(target, name, target)
        return typeof value === 'function' ? value.bind(target) : value
      },
    })
  }

  override line(): WriteQueue {
    return new GatedLine(this)
  }
}

type Callback = (error: unknown, result?: unknown) => void

/** Passes the answer of a statement to a caller that takes no promise, such as Knex. */
async function callBack(answer: Promise<unknown>, callback: Callback): Promise<void> {
  const outcome = await answer.then(
    (result) => ({ error: null, result }),
    (error: unknown) => ({ error, result: undefined }),
  )
  callback(outcome.error, outcome.result)
}

/** Whether an argument of `query` is a stream, such as a copy of rows, which sends several messages by itself. */
function isStream(query: unknown): boolean {
  return typeof query === 'object' && query !== null && 'submit' in query
}

class GatedLine extends WriteQueue {
  readonly #database: GatedDatabase

  constructor(database: GatedDatabase) {
    super(database.knex)
    this.#database = database
  }

  override write<Row extends pg.QueryResultRow>(
    statement: Statement,
    values: readonly unknown[],
  ): Promise<Row[]> {
    return this.#database.withConnection((connection) => execute<Row>(connection, statement, values))
  }
}
