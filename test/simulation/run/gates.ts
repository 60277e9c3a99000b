import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout } from 'node:timers/promises'
import { Moments } from '../model/moments.ts'
import type { SendingTime } from '../model/sent.ts'
import type { ServiceProcess } from './service-process.ts'
import { Actor, type HoldPoint } from './transit/actor.ts'
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
  readonly actor: Actor
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
const maxTurns = 20
/**
 * The milliseconds without work at an open gate after which an operation that has not ended waits for a held actor, for
 * example for a lock that the actor has.
 */
const stuckMs = 50

const nextTurn = () => new Promise((resolve) => setImmediate(resolve))

const actors = new AsyncLocalStorage<Actor>()
/** The actor of work that belongs to no concurrent operation and no held task. */
const background = new Actor(0)

/** Returns which of the actors at a gate continues, as its place in their order. */
export type Choose = (count: number) => number

/**
 * `Gates` lets the concurrent parts of a simulation run proceed one at a time. Each use of the database, each
 * sending of a message and each check by the simulator waits at a gate. A gate opens when no work is running
 * and all code in memory has finished. So the duration of work decides nothing: a run with the same decisions
 * is the same run.
 */
export class Gates {
  readonly #clock: VirtualClock
  readonly #holdUp: GateDelay
  readonly #moments: Moments
  readonly #waiting: Waiting[] = []
  /** The actors that have begun and not ended. */
  readonly #running = new Set<Actor>()
  #begun = 0
  /** The choices of the next gate while several actors share the gates. The last one decides. */
  readonly #choices: Choose[] = []
  /** Whether a gate of the simulator is open or about to open; then all other work waits. */
  #isBusy = false
  /** The number of operations that have begun and not ended. */
  #operating = 0
  /** The number of times that work has come to a gate, a gate has opened, or an operation has begun or ended. */
  #changes = 0

  constructor(clock: VirtualClock, holdUp: GateDelay, moments = new Moments()) {
    this.#clock = clock
    this.#holdUp = holdUp
    this.#moments = moments
  }

  /** Whether other work proceeds beside an operation, or is held. */
  get areShared(): boolean {
    return this.#choices.length > 0 || this.#held().length > 0
  }

  /** Whether each statement of a transaction that begins now passes a gate. */
  get areOfStatements(): boolean {
    return this.#choices.length > 0 || current().isInside
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
    let result: Result
    try {
      await this.#holdUp()
      result = await work()
      current().passedAt ??= this.#present()
      await this.#holdUp()
    } finally {
      this.#isBusy = false
      this.#next()
    }
    if (current().leaveGate()) await this.alone(async () => {})
    return result
  }

  /** Begins work as an actor of its own, which is held at its hold point until it is released. */
  begin(work: () => Promise<void>, hold: HoldPoint | null = null): Actor {
    const actor = new Actor(++this.#begun, hold)
    this.#running.add(actor)
    actor.ended = actors.run(actor, async () => {
      try {
        await work()
      } finally {
        this.#running.delete(actor)
        actor.hasEnded = true
      }
    })
    return actor
  }

  /** Lets a held actor continue. */
  release(actor: Actor): void {
    actors.run(background, () => actor.release())
    this.#next()
  }

  /** Runs operations of the simulator concurrently until all have ended. `choose` decides whose gate opens next. */
  async together(works: readonly (() => Promise<void>)[], choose: Choose): Promise<void> {
    this.#choices.push(choose)
    try {
      await this.#awaited(Promise.all(works.map((work) => this.begin(work).ended)))
    } finally {
      this.#endChoice(choose)
    }
  }

  /** Lets held actors continue beside work of the caller until all have ended. `choose` decides whose gate opens next. */
  async beside<Result>(held: readonly Actor[], work: () => Promise<Result>, choose: Choose): Promise<Result> {
    this.#choices.push(choose)
    const caller = current()
    this.#running.add(caller)
    for (const actor of held) this.release(actor)
    const ended = Promise.all(held.map((actor) => actor.ended))
    // When one of both has ended, transactions of the other need no gates of their own.
    void ended.then(() => this.#endChoice(choose))
    try {
      return await work()
    } finally {
      if (caller === background) this.#running.delete(caller)
      this.#endChoice(choose)
      await ended
    }
  }

  #endChoice(choose: Choose): void {
    const place = this.#choices.indexOf(choose)
    if (place >= 0) this.#choices.splice(place, 1)
  }

  /** Resolves when an actor that the caller has begun has ended or is held. */
  async endedOrHeld(actor: Actor): Promise<void> {
    await this.#awaited(actor.endedOrHeld)
  }

  /** Awaits work of other actors. The caller comes to no gate meanwhile. */
  async #awaited<Result>(work: Promise<Result>): Promise<Result> {
    const caller = current()
    const isActor = this.#running.delete(caller)
    try {
      return await work
    } finally {
      if (isActor) this.#running.add(caller)
    }
  }

  /** Performs an operation. If it waits for a held actor, such as for its lock, that actor continues. */
  async operate(work: () => Promise<void>): Promise<void> {
    this.#operating++
    this.#changes++
    try {
      await work()
    } finally {
      this.#operating--
      this.#changes++
    }
  }

  /** Returns the actor whose work the caller does. */
  get actor(): Actor {
    return current()
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

  #present(): SendingTime {
    const { elapsedMs } = this.#clock
    return { at: this.#clock.now(), elapsedMs, marked: this.#moments.next() }
  }

  #turn(): Promise<void> {
    return new Promise((open) => {
      this.#waiting.push({ actor: current(), open })
      this.#changes++
      this.#next()
    })
  }

  #next(): void {
    if (this.#isBusy) return
    if (this.#waiting.some(({ actor }) => !actor.isHeld)) {
      this.#isBusy = true
      void this.#settled().then(() => this.#open())
    } else if (this.#operating > 0 && this.#waiting.length > 0) void this.#endStandstill()
  }

  /** Lets the actor that is held longest continue if an operation still waits for it after a while. */
  async #endStandstill(): Promise<void> {
    const changes = this.#changes
    await setTimeout(stuckMs)
    if (changes !== this.#changes) return
    await this.#settled()
    const [held] = this.#held()
    if (changes === this.#changes && held !== undefined) this.release(held)
  }

  #held(): readonly Actor[] {
    return [...this.#running].filter(({ isHeld }) => isHeld)
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
      this.#waiting.every((waiting) => waiting.actor !== actor),
    )
    return isSomebodyElsewhere ? maxTurns : settledTurns
  }

  /**
   * Opens the gate of the actor that `#choices` names. If nothing decides, opens the gate of the work that has waited
   * longest.
   */
  #open(): void {
    const free = this.#waiting.filter(({ actor }) => !actor.isHeld)
    const atGate = [...new Set(free.map(({ actor }) => actor))].toSorted((a, b) => a.number - b.number)
    const choose = this.#choices.at(-1)
    const chosen = atGate.length > 1 ? atGate[choose?.(atGate.length) ?? 0] : atGate[0]
    const next = free.find(({ actor }) => choose === undefined || actor === chosen)
    if (next?.actor.reachGate() === true) {
      this.#waiting.splice(this.#waiting.indexOf(next), 1)
      this.#changes++
      next.open()
    } else {
      this.#isBusy = false
      this.#next()
    }
  }
}

function current(): Actor {
  return actors.getStore() ?? background
}
