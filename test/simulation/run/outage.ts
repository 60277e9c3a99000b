/** Where the database server is lost: at the nth use of it from now, before or after what that use does. */
export interface PlannedOutage {
  readonly gate: number
  readonly isAfter: boolean
  /** How many uses find no server before the standby is there. */
  readonly refusals: number
}

/** The loss of the database server, by which all processes lose their connections at once and live on. */
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

  /** Whether connections were lost since it was planned. */
  get hasBegun(): boolean {
    return this.#hasBegun
  }

  end(): void {
    this.#plan = null
    this.#refusalsLeft = 0
    this.#hasBegun = false
  }

  /** Called on both sides of each use of the database; throws what the driver would. */
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
