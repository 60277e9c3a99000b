import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout } from 'node:timers/promises'
import type { ServiceProcess } from './service-process.ts'
import type { VirtualClock } from './virtual-clock.ts'

/** Thrown in a process that the simulator has ended: nothing that it does afterwards has an effect. */
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

/** Turns of the event loop, and then milliseconds, after which an actor that is at no gate waits for another one. */
const mostTurns = 20
const graceMs = 3
/** Turns without anything at a gate, after which nothing comes any more. */
const quietTurns = 8

const nextTurn = () => new Promise((resolve) => setImmediate(resolve))

const actors = new AsyncLocalStorage<string>()

/**
 * Lets one thing happen at a time: each use of the database and each message on the wire passes a gate. What goes on
 * between two gates needs no other input, so a run with the same decisions is the same run.
 */
export class Gates {
  readonly #clock: VirtualClock
  readonly #waiting: Waiting[] = []
  /** Operations that go on beside each other; the order of their gates is decided by `choose`. */
  readonly #running = new Set<string>()
  #choose: ((count: number) => number) | null = null
  #isOpen = false
  readonly #looks = new Set<Promise<unknown>>()

  constructor(clock: VirtualClock) {
    this.#clock = clock
  }

  /** Whether operations go on beside each other. */
  get areShared(): boolean {
    return this.#choose !== null
  }

  /** Does the work when it is its turn. Takes a millisecond of virtual time. */
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

  /** Runs pieces of work beside each other, and decides by `choose` whose gate opens next. */
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

  /** Returns when nothing waits at a gate: what an answer leaves to be done afterwards is done. */
  async quiet(): Promise<void> {
    for (let turns = 0; turns < quietTurns; turns++) {
      await nextTurn()
      if (this.#isOpen || this.#waiting.length > 0) turns = 0
    }
  }

  /** Notes a look of the simulator itself, during which its actor comes to no gate. */
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

  /** Opens the gate of the actor that `choose` names, once it is known who waits at one. */
  async #decide(): Promise<void> {
    await this.#settled()
    const atGate = this.#actorsAtGate()
    const chosen = atGate[this.#choose?.(atGate.length) ?? 0]
    this.#open(this.#waiting.find(({ actor }) => actor === chosen))
  }

  /**
   * Returns when every actor waits at a gate or has ended. An actor whose entry another one writes in its own commit
   * waits for that one and comes to no gate; it is not waited for longer than anything takes that is done in memory.
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
