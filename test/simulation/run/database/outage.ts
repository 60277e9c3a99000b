/**
 * A planned loss of the database server in a simulation run: at which use of the database from now on it
 * happens, before or after the work of that use.
 */
export interface PlannedOutage {
  readonly gate: number
  readonly isAfter: boolean
  /** The number of simulated uses of the database that fail before the standby accepts connections. */
  readonly refusals: number
}

/**
 * The simulated loss of the database server. All simulated processes lose their connections at once and
 * continue to run.
 */
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

  /** Whether the planned loss of the database has happened in this simulation run. */
  get hasBegun(): boolean {
    return this.#hasBegun
  }

  /** Whether an operation plans to lose the database, so that the outcome of its statements is in doubt. */
  get isPlanned(): boolean {
    return this.#plan !== null
  }

  end(): void {
    this.#plan = null
    this.#refusalsLeft = 0
    this.#hasBegun = false
  }

  /**
   * Throws the database driver's error of a lost connection while the simulated server is lost. Called before
   * and after each use of the database.
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
