import { setTimeout } from 'node:timers/promises'
import { deadlock, sqlState } from '../../adapters/postgres/faults.ts'
import { type LockHolder, type LockHolders, lockHolderText } from './lock-holder.ts'
import { MigrationRefused } from './migration-refused.ts'

/**
 * Time limits of a migration: how long it waits for a lock while statements of the service queue behind it,
 * and how long it retries.
 */
export interface LockLimits {
  /**
   * Maximum time in milliseconds that a migration waits for a lock, while every later statement on the table
   * queues behind it. Longer than `deadlock_timeout` (1 s), after which PostgreSQL cancels an autovacuum that
   * is in the way; shorter than the 4 s after which the service gives a request up.
   */
  readonly lockTimeoutMs: number
  readonly firstPauseMs: number
  readonly maxPauseMs: number
  readonly giveUpAfterMs: number
}

export const defaultLockLimits: LockLimits = {
  lockTimeoutMs: 2_000,
  firstPauseMs: 1_000,
  maxPauseMs: 15_000,
  giveUpAfterMs: 600_000,
}

/**
 * SQLSTATEs with which a step of a migration fails because of locks: one for a wait that took too long, one
 * for a deadlock.
 */
const lockErrors = new Set(['55P03', deadlock])
const tellAgainAfterMs = 60_000

export class LockWaits {
  readonly patience: LockLimits
  readonly #holders: LockHolders
  readonly #tell: (line: string) => void
  #lastReport: { readonly pid: number; readonly at: number } | null = null

  constructor(patience: LockLimits, holders: LockHolders, tell: (line: string) => void) {
    this.patience = patience
    this.#holders = holders
    this.#tell = tell
  }

  /**
   * Runs a step of a migration, and repeats it while another transaction holds a lock that it needs. The step
   * must change nothing if it fails.
   */
  async through<Result>(step: string, work: () => Promise<Result>): Promise<Result> {
    const { firstPauseMs, maxPauseMs, giveUpAfterMs } = this.patience
    const begunAt = performance.now()
    const watch = this.#watch(step, begunAt)
    try {
      for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(2 * pauseMs, maxPauseMs)) {
        try {
          return await work()
        } catch (error) {
          if (!lockErrors.has(sqlState(error))) throw error
          const leftMs = giveUpAfterMs - (performance.now() - begunAt)
          if (leftMs <= 0) throw gaveUp(step, giveUpAfterMs, watch.seen(), error)
          // Pauses between two attempts of a migration step, so that requests that waited behind its lock can
          // run.
          await setTimeout(Math.min(pauseMs, leftMs))
        }
      }
    } finally {
      watch.end()
    }
  }

  /**
   * Looks up again and again which transaction blocks the migration step that waits. The blocker could not be
   * found after the step has failed, because nothing waits by then.
   */
  #watch(step: string, begunAt: number): { seen(): LockHolder | null; end(): void } {
    let holder: LockHolder | null = null
    let isOver = false
    const look = async () => {
      const found = await this.#holders.find()
      if (found === null || isOver) return
      holder = found
      // Reports the transaction that blocks a migration step only after a while, because ordinary requests
      // block it only for moments.
      if (performance.now() - begunAt > this.patience.lockTimeoutMs) this.#say(step, found)
    }
    const looking = setInterval(() => void look(), this.patience.lockTimeoutMs / 4)
    const end = () => {
      isOver = true
      clearInterval(looking)
    }
    return { seen: () => holder, end }
  }

  #say(step: string, holder: LockHolder): void {
    const now = performance.now()
    if (this.#lastReport?.pid === holder.pid && now - this.#lastReport.at < tellAgainAfterMs) return
    this.#lastReport = { pid: holder.pid, at: now }
    this.#tell(
      `${step} waits: ${lockHolderText(holder)}. The migration retries; requests continue meanwhile.${toEnd(holder)}`,
    )
  }
}

function gaveUp(step: string, afterMs: number, holder: LockHolder | null, cause: unknown): MigrationRefused {
  const who = holder === null ? 'a lock that it needs was never free' : lockHolderText(holder)
  return new MigrationRefused(
    `${step} was stopped after ${durationOf(afterMs)}: ${who}. No part of it was applied (an index that was built ` +
      'concurrently may exist and be invalid; the next run builds it again). Earlier migrations stay, and running ' +
      `processes continue. Migrate again when that transaction has ended.${holder === null ? '' : toEnd(holder)}`,
    { cause },
  )
}

function toEnd({ pid }: LockHolder): string {
  return pid === 0 ? '' : ` To end it: select pg_terminate_backend(${pid}).`
}

function durationOf(milliseconds: number): string {
  return milliseconds < 60_000 ? `${milliseconds / 1_000} seconds` : `${milliseconds / 60_000} minutes`
}
