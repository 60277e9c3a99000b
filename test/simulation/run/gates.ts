import { AsyncLocalStorage } from 'node:async_hooks'
import type { ServiceProcess } from './service-process.ts'
import type { VirtualClock } from './virtual-clock.ts'

/**
 * The error that is thrown in a simulated process after the simulator has ended it, so that its later work has
 * no effect.
 */
export class ProcessEnded extends Error {
  constructor(process: string) {
    super(`${process} has ended`)
    this.name = 'ProcessEnded'
  }
}

/**
 * Waits before and after each piece of work that passes a gate of the simulator. A test of the simulator
 * itself delays work with it.
 */
export type GateDelay = () => Promise<void>

interface Waiting {
  readonly actor: string
  readonly open: () => void
}

/**
 * The number of turns of the event loop without new work at a gate, after which the simulator takes all code in
 * memory as finished.
 */
const settledTurns = 4
/**
 * The number of turns of the event loop that the simulator waits if an operation is at no gate and may wait for
 * a concurrent one.
 */
const mostTurns = 20

const nextTurn = () => new Promise((resolve) => setImmediate(resolve))

const actors = new AsyncLocalStorage<string>()
/** The name under which work waits at a simulator gate if it belongs to no concurrent operation. */
const background = ''

/**
 * `Gates` lets the concurrent parts of a simulation run proceed one at a time. Each use of the database, each
 * sending of a message and each check by the simulator waits at a gate. A gate opens when no work is running
 * and all code in memory has finished. So the duration of work decides nothing: a run with the same decisions
 * is the same run.
 */
export class Gates {
  readonly #clock: VirtualClock
  readonly #holdUp: GateDelay
  readonly #waiting: Waiting[] = []
  /** The simulator's operations that run concurrently at present. `#choose` decides whose gate opens next. */
  readonly #running = new Set<string>()
  #choose: ((count: number) => number) | null = null
  /** Whether a gate of the simulator is open or about to open; then all other work waits. */
  #isBusy = false

  constructor(clock: VirtualClock, holdUp: GateDelay) {
    this.#clock = clock
    this.#holdUp = holdUp
  }

  /** Whether the simulator runs several operations concurrently at present: see `together`. */
  get areShared(): boolean {
    return this.#choose !== null
  }

  /** Does the work of a simulated process when its gate opens. Each pass takes a millisecond of virtual time. */
  async pass<Result>(process: ServiceProcess, work: () => Promise<Result>): Promise<Result> {
    return (await this.enter(process, async () => ({ result: await work() }))).result
  }

  /**
   * Does the work of a simulated process when its gate opens, or begins work that continues at further gates; then the
   * result has no field `result`.
   */
  async enter<Work extends object>(process: ServiceProcess, work: () => Promise<Work>): Promise<Work> {
    process.assertAlive()
    return await this.alone(async () => {
      process.assertAlive()
      this.#clock.pass(1)
      process.reach('before')
      const done = await work()
      if ('result' in done) process.reach('after')
      return done
    })
  }

  /**
   * Does work of the simulator itself, such as a check, when no simulated work is running. The work takes no
   * virtual time.
   */
  async alone<Result>(work: () => Promise<Result>): Promise<Result> {
    await this.#turn()
    try {
      await this.#holdUp()
      const result = await work()
      await this.#holdUp()
      return result
    } finally {
      this.#isBusy = false
      this.#next()
    }
  }

  /** Runs operations of the simulator concurrently until all have ended. `choose` decides whose gate opens next. */
  async together(works: readonly (() => Promise<void>)[], choose: (count: number) => number): Promise<void> {
    this.#choose = choose
    try {
      await Promise.all(
        works.map((work, index) => {
          const actor = `${index}`
          this.#running.add(actor)
          return actors.run(actor, async () => {
            try {
              await work()
            } finally {
              this.#running.delete(actor)
            }
          })
        }),
      )
    } finally {
      this.#choose = null
    }
  }

  /** Does work in the simulation that belongs to no operation, such as that of a timer. */
  inBackground(work: () => void): void {
    actors.run(background, work)
  }

  /**
   * Resolves when no simulated work waits at a gate, so that work which continues after an answer is done as
   * well.
   */
  async quiet(): Promise<void> {
    do await this.#settled()
    while (this.#isBusy)
  }

  #turn(): Promise<void> {
    return new Promise((open) => {
      this.#waiting.push({ actor: actors.getStore() ?? background, open })
      this.#next()
    })
  }

  #next(): void {
    if (this.#isBusy || this.#waiting.length === 0) return
    this.#isBusy = true
    void this.#settled().then(() => this.#open())
  }

  /**
   * Returns when all code in memory has finished, or waits at a gate of the simulator or for something behind a
   * gate.
   */
  async #settled(): Promise<void> {
    let known = this.#waiting.length
    for (let turns = 0; turns < this.#turnsToSettle(); turns++) {
      await nextTurn()
      if (this.#waiting.length > known) turns = 0
      known = this.#waiting.length
    }
  }

  #turnsToSettle(): number {
    const isSomebodyElsewhere = [...this.#running].some((actor) =>
      this.#waiting.every((one) => one.actor !== actor),
    )
    return isSomebodyElsewhere ? mostTurns : settledTurns
  }

  /**
   * Opens the gate of the operation that `#choose` names. If no operations run concurrently, opens the gate of
   * the work that has waited longest.
   */
  #open(): void {
    const atGate = [...new Set(this.#waiting.map(({ actor }) => actor))].toSorted()
    const chosen = atGate.length > 1 ? atGate[this.#choose?.(atGate.length) ?? 0] : atGate[0]
    const next = this.#waiting.findIndex(({ actor }) => this.#choose === null || actor === chosen)
    this.#waiting.splice(next, 1)[0]?.open()
  }
}
