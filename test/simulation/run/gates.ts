import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout } from 'node:timers/promises'
import type { ServiceProcess } from './service-process.ts'
import type { VirtualClock } from './virtual-clock.ts'

/** Thrown in a process that the simulator has ended. Nothing that the process does afterwards has an effect. */
export class ProcessEnded extends Error {
  constructor(process: string) {
    super(`${process} has ended`)
    this.name = 'ProcessEnded'
  }
}

interface Waiting {
  readonly actor: string
  readonly open: () => void
}

/** The turns of the event loop after which an actor that is at no gate is taken to wait for another actor. */
const mostTurns = 20
/** The milliseconds that such an actor gets in addition, for work in other threads. */
const graceMs = 3
/** The turns of the event loop without anything at a gate after which no work is left. */
const quietTurns = 8

const nextTurn = () => new Promise((resolve) => setImmediate(resolve))

const actors = new AsyncLocalStorage<string>()

/**
 * Lets one thing happen at a time. Each use of the database and each message on the wire passes a gate. Code between
 * two gates has no other input, so a run with the same decisions is the same run.
 */
export class Gates {
  readonly #clock: VirtualClock
  readonly #waiting: Waiting[] = []
  /** Operations that run concurrently. `#choose` decides whose gate opens next. */
  readonly #running = new Set<string>()
  #choose: ((count: number) => number) | null = null
  #isOpen = false
  readonly #looks = new Set<Promise<unknown>>()

  constructor(clock: VirtualClock) {
    this.#clock = clock
  }

  /** Whether operations run concurrently. */
  get areShared(): boolean {
    return this.#choose !== null
  }

  /** Does the work when it is its turn. Each pass takes a millisecond of virtual time. */
  async pass<Result>(process: ServiceProcess, work: () => Promise<Result>): Promise<Result> {
    process.assertAlive()
    await this.#turn()
    try {
      process.assertAlive()
      this.#clock.pass(1)
      process.reach('before')
      const result = await work()
      process.reach('after')
      return result
    } finally {
      this.#isOpen = false
      this.#next()
    }
  }

  /** Runs pieces of work concurrently, and decides by `choose` whose gate opens next. */
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
              this.#next()
            }
          })
        }),
      )
    } finally {
      this.#choose = null
    }
  }

  /** Returns when nothing waits at a gate, so that work which continues after an answer is done as well. */
  async quiet(): Promise<void> {
    for (let turns = 0; turns < quietTurns; turns++) {
      await nextTurn()
      if (this.#isOpen || this.#waiting.length > 0) turns = 0
    }
  }

  /** Notes a query of the simulator itself, during which its actor comes to no gate. */
  look<Result>(result: Promise<Result>): Promise<Result> {
    const look = Promise.allSettled([result])
    this.#looks.add(look)
    void look.finally(() => this.#looks.delete(look))
    return result
  }

  #turn(): Promise<void> {
    return new Promise((open) => {
      this.#waiting.push({ actor: actors.getStore() ?? '', open })
      this.#next()
    })
  }

  #next(): void {
    if (this.#isOpen || this.#waiting.length === 0) return
    if (this.#choose === null || this.#running.size < 2) {
      this.#open(this.#waiting[0])
      return
    }
    this.#isOpen = true
    void this.#decide()
  }

  /** Opens the gate of the actor that `#choose` names, once all actors have settled. */
  async #decide(): Promise<void> {
    await this.#settled()
    const atGate = this.#actorsAtGate()
    const chosen = atGate[this.#choose?.(atGate.length) ?? 0]
    this.#open(this.#waiting.find(({ actor }) => actor === chosen))
  }

  /**
   * Returns when every actor waits at a gate or has ended. An actor whose rows another actor writes in a shared commit
   * comes to no gate of its own, so the wait is limited to the time that work in memory takes.
   */
  async #settled(): Promise<void> {
    for (let turns = 0; turns < mostTurns; turns++) {
      await nextTurn()
      while (this.#looks.size > 0) await Promise.all(this.#looks)
      if ([...this.#running].every((actor) => this.#waiting.some((one) => one.actor === actor))) return
    }
    await setTimeout(graceMs)
    while (this.#looks.size > 0) await Promise.all(this.#looks)
  }

  #actorsAtGate(): readonly string[] {
    return [...new Set(this.#waiting.map(({ actor }) => actor))].toSorted()
  }

  #open(next: Waiting | undefined): void {
    if (next === undefined) return
    this.#isOpen = true
    this.#waiting.splice(this.#waiting.indexOf(next), 1)
    next.open()
  }
}
