/**
 * The planned loss of the database server: at which use from now on it happens, before or after the work of
 * that use.
 */
export interface PlannedOutage {
  readonly gate: number
  readonly isAfter: boolean
  /** The number of uses of the database that are refused before the standby accepts connections. */
  readonly refusals: number
}

/** The loss of the database server. All processes lose their connections at once and continue to run. */
export class Outage {
  #plan: PlannedOutage | null = null
  #reached = 0
  #refusalsLeft = 0
  #hasBegun = false

  plan(plan: PlannedOutage): void {
    this.#plan = plan
    this.#reached = 0
    this.#hasBegun = false
  }

  /** Whether the planned loss of the database has happened. */
  get hasBegun(): boolean {
    return this.#hasBegun
  }

  end(): void {
    this.#plan = null
    this.#refusalsLeft = 0
    this.#hasBegun = false
  }

  /**
   * Throws the error of the database driver if the server is lost. Call it before and after each use of the
   * database.
   */
  reach(side: 'before' | 'after'): void {
    if (this.#refusalsLeft > 0) {
      this.#refusalsLeft--
      throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED', syscall: 'connect' })
    }
    if (this.#plan === null || this.#hasBegun) return
    if (side === 'before') this.#reached++
    if (this.#reached !== this.#plan.gate || (side === 'after') !== this.#plan.isAfter) return
    this.#hasBegun = true
    this.#refusalsLeft = this.#plan.refusals
    throw new Error('Connection terminated unexpectedly')
  }
}
