import { setImmediate, setTimeout } from 'node:timers/promises'
import type pg from 'pg'
import type { Gates } from '../gates.ts'

/** A database session of the simulated service. */
export interface Session {
  readonly connection: pg.Client
  /** The process id of the session's server process. */
  readonly pid: number
}

/** A statement that a session has sent and whose answer has not come yet. */
interface Running {
  readonly pid: number
  hasEnded: boolean
  hasWaited: boolean
}

/**
 * The milliseconds after which a session that waits for a lock looks for a deadlock (`deadlock_timeout`). It looks once,
 * so the session that closes the circle always loses if the others have looked before.
 */
const deadlockMs = 1
/** The milliseconds after which the simulator asks whether the only running statement waits for a lock. */
const maxAloneMs = 3
/** The milliseconds for which a session must have waited for a lock until it has certainly looked for a deadlock. */
const lookedMs = 30

/**
 * The database sessions of a simulation run. Statements of open transactions run one after the other, each at a gate,
 * so the seed decides their order. A statement that waits for a lock leaves the gate to others and ends at the gate of
 * the statement that frees the lock.
 */
export class Sessions {
  readonly #open: () => Promise<Session>
  /** The connection by which the simulator asks which sessions wait for a lock. */
  readonly #looks: pg.Client
  readonly #sessions: Session[] = []
  readonly #taken = new Set<Session>()
  readonly #running = new Set<Running>()
  #lockWaits = 0

  constructor(looks: pg.Client, open: () => Promise<Session>) {
    this.#looks = looks
    this.#open = open
  }

  get all(): readonly Session[] {
    return this.#sessions
  }

  /** The number of statements that have waited for a lock of another transaction. */
  get lockWaits(): number {
    return this.#lockWaits
  }

  get areSeveralTaken(): boolean {
    return this.#taken.size > 1
  }

  /** Takes the first session that no transaction uses. The caller has an open gate, so the choice is repeatable. */
  async take(): Promise<Session> {
    let session = this.#sessions.find((one) => !this.#taken.has(one))
    if (session === undefined) {
      session = await this.#open()
      this.#sessions.push(session)
    }
    this.#taken.add(session)
    return session
  }

  giveBack(session: Session): void {
    this.#taken.delete(session)
  }

  /** Sends a statement at a gate, and resolves with its answer. Other gates open if the statement waits for a lock. */
  async send<Result>(gates: Gates, { pid }: Session, statement: () => Promise<Result>): Promise<Result> {
    const { answer } = await gates.alone(async () => {
      const running: Running = { pid, hasEnded: false, hasWaited: false }
      this.#running.add(running)
      const sent = statement().finally(() => {
        running.hasEnded = true
        this.#running.delete(running)
      })
      sent.catch(() => {})
      // Most statements wait for nobody and end within a millisecond or two.
      if (this.#running.size === 1) await Promise.race([sent.catch(() => {}), setTimeout(maxAloneMs)])
      await this.#settled()
      return { answer: sent }
    })
    return await answer
  }

  /** Waits until each statement has ended or waits for a lock that a session at no gate holds. */
  async #settled(): Promise<void> {
    const since = new Map<Running, number>()
    for (;;) {
      const running = [...this.#running]
      if (running.length === 0) return
      const waiting = await this.#waiting(running.map(({ pid }) => pid))
      const now = performance.now()
      for (const one of running)
        if (!waiting.has(one.pid)) since.delete(one)
        else if (!since.has(one)) {
          since.set(one, now)
          if (!one.hasWaited) this.#lockWaits++
          one.hasWaited = true
        }
      const left = running.filter((one) => !one.hasEnded)
      if (left.every((one) => now - (since.get(one) ?? now) >= lookedMs)) return
      await (left.some((one) => since.has(one)) ? setTimeout(1) : setImmediate())
    }
  }

  async #waiting(pids: readonly number[]): Promise<ReadonlySet<number>> {
    const { rows } = await this.#looks.query<{ pid: number }>({
      name: 'waiting_for_a_lock',
      text: 'select pid from unnest($1::int[]) pid where cardinality(pg_blocking_pids(pid)) > 0',
      values: [pids],
    })
    return new Set(rows.map(({ pid }) => pid))
  }
}

/** The settings of a session that shares the database with others in a simulation run. */
export const settingsOfSessions = `set deadlock_timeout = ${deadlockMs}; set lock_timeout = 0`
