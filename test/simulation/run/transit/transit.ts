import type { Random } from '../random.ts'
import { hashOf } from '../random.ts'
import type { ServiceProcess } from '../service-process.ts'
import type { Simulation } from '../simulation.ts'
import type { Actor, From } from './actor.ts'

const events: readonly From[] = ['begin', 'lease', 'mark', 'send']

/** The largest number of gates from an event to a hold. An outcome is stored a few gates after its message. */
const maxGates: Readonly<Record<From, number>> = { begin: 60, lease: 12, mark: 12, send: 3 }

/** The gate at which the work of a runtime is held, and when it continues, as plain data of an operation's input. */
export type Stop = {
  /** The number of the gate before or after which the work is held, from 1; 0 for never. */
  readonly gate: number
  /**
   * The event from which the gates count: the beginning of any work, such as a sweep, the first lease of a slice, the
   * first mark of messages, or the first message.
   */
  readonly from: string
  /** Whether the work at that gate is done, and its caller does not know. */
  readonly after: boolean
  /** Whether each statement of a transaction is a gate. */
  readonly inside: boolean
  /** Whether the timers of the work stand still too, so that it does not renew its lease, as in a paused host. */
  readonly frozen: boolean
  /** The number of further operations after which the work continues, beside the next one. */
  readonly operations: number
  /** The virtual seconds after which the work continues while time passes; 0 if no time passes before it continues. */
  readonly seconds: number
  /** Decides whose gate opens next when the work continues beside other work. */
  readonly order: number
}

const never: Stop = {
  gate: 0,
  from: 'begin',
  after: false,
  inside: false,
  frozen: false,
  operations: 0,
  seconds: 0,
  order: 0,
}

/** The virtual seconds after which a lease has ended that its holder has not renewed. */
const leaseSeconds = 3_600
/** The longest virtual milliseconds between the renewal of a lease and the hold of its holder. */
const toleranceMs = 60_000
/** The virtual seconds after which held work continues at the latest if a later operation lets time pass. */
const maxSeconds = 30

/** Draws a point at which work is held in a share of the operations. Early gates are drawn more often than late ones. */
export function drawStop(random: Random, share: number): Stop {
  if (!random.chance(share)) return never
  const [from, frozen] = [
    random.pick(['begin', 'lease', 'mark', 'send', 'send'] as const),
    random.chance(0.5),
  ]
  return {
    gate: heavyTailed(random, maxGates[from]),
    from,
    after: random.chance(0.4),
    inside: random.chance(0.25),
    frozen,
    operations: random.pick([0, 1, 1, 2, 3, 5]),
    seconds: random.chance(0.6) ? 0 : random.pick(frozen ? [leaseSeconds + 100, 90_000] : [5, 30]),
    order: random.below(1_000_000),
  }
}

/** Draws a number from 1 to `most`. Each power of two is about as likely as the one before. */
export function heavyTailed(random: Random, most: number): number {
  return Math.floor((most + 1) ** random.share())
}

/** Work of a runtime that is held at a gate. */
interface Held {
  readonly actor: Actor
  readonly process: ServiceProcess
  readonly stop: Stop
  readonly sinceMs: number
  operations: number
  /** Whether the leases have ended that the process had when its work was held. */
  hasLostLeases: boolean
}

/**
 * The work of simulated runtimes that is held half-way, so that later operations meet leased slices and messages in
 * transit. It continues beside a later operation, or when time has passed.
 */
export class Transit {
  readonly #simulation: Simulation
  #plan: Stop | null = null
  #gatesLeft = 0
  #held: Held[] = []
  #isStopped = false

  constructor(simulation: Simulation) {
    this.#simulation = simulation
  }

  get isEmpty(): boolean {
    return this.#held.length === 0
  }

  /** Whether the present operation has reached a stop at which no more time passes. */
  get isStopped(): boolean {
    return this.#isStopped
  }

  /** Whether work of a live process is held, so that the leases of dead processes are not ended by hand. */
  get holdsLeases(): boolean {
    return this.#held.some(({ process, hasLostLeases }) => process.isAlive && !hasLostLeases)
  }

  /** The process whose work is held longest; null if none is. */
  get heldProcess(): ServiceProcess | null {
    return this.#held[0]?.process ?? null
  }

  isFrozen(process: ServiceProcess): boolean {
    return this.#held.some((one) => one.process === process && one.stop.frozen)
  }

  /** Does work in which the work of a runtime is held at a stop. */
  async until(stop: Stop | undefined, work: () => Promise<void>): Promise<void> {
    this.#plan = stop === undefined || stop.gate === 0 ? null : stop
    this.#gatesLeft = stop?.gate ?? 0
    await work()
    this.#plan = null
    this.#isStopped = false
  }

  /**
   * Does work of a runtime until it ends or is held. Returns its result, which says whether it ended without a crash;
   * true if it is held.
   */
  async run(process: ServiceProcess, name: string, work: () => Promise<boolean>): Promise<boolean> {
    const plan = this.#plan
    if (plan === null) return await work()
    const { gates, clock, story, meetings, shared } = this.#simulation
    let hasEndedWell = true
    const from = events.find((event) => event === plan.from) ?? 'begin'
    const hold = { gate: this.#gatesLeft, from, isAfter: plan.after, isInside: plan.inside }
    const actor = gates.begin(async () => {
      hasEndedWell = await work()
    }, hold)
    await gates.endedOrHeld(actor)
    if (actor.hasEnded) {
      this.#gatesLeft = Math.max(1, this.#gatesLeft - actor.passed)
      return hasEndedWell
    }
    if (plan.frozen) actor.freeze()
    story.tell(`${process.name} ${plan.frozen ? 'stands still' : 'is held up'} in ${name}`)
    meetings.note('work of a runtime was held half-way')
    if (shared.inTransit.count > 0)
      meetings.note('work of a runtime was held while its messages were in transit')
    const { operations } = plan
    const held = { actor, process, stop: plan, operations, sinceMs: clock.elapsedMs, hasLostLeases: false }
    this.#held.push(held)
    this.#plan = null
    this.#isStopped = plan.seconds === 0
    return true
  }

  /** Performs an operation. Work whose time has come continues beside it. */
  async besideOperation(work: () => Promise<void>): Promise<void> {
    const due = this.#held.filter((held) => held.operations-- <= 0 || !held.process.isAlive)
    await this.#beside(due, work)
  }

  /** Does due work. Held work continues beside it if enough time has passed; leases end first. */
  async besideDueWork<Result>(work: () => Promise<Result>): Promise<Result> {
    const { clock, meetings, shared } = this.#simulation
    const old = this.#held.filter((held) => leaseEndOf(held) <= clock.elapsedMs)
    if (old.length > 0) {
      for (const held of old) {
        held.hasLostLeases = true
        held.process.leasesLostAt = shared.moments.next()
      }
      const count = await this.#simulation.endLeases('of processes that stand still')
      meetings.note('a lease ended while its holder was alive', count)
    }
    return await this.#beside(
      this.#held.filter((held) => endOf(held) <= clock.elapsedMs),
      work,
    )
  }

  /** The next time at which held work continues or its leases end; null if no work is held. */
  get nextChange(): Date | null {
    const { clock } = this.#simulation
    const times = this.#held.map((held) => Math.min(endOf(held), leaseEndOf(held)))
    return this.isEmpty ? null : new Date(clock.now().getTime() + Math.min(...times) - clock.elapsedMs)
  }

  /** Lets all held work continue to its end; only that of one process if it is given. */
  async finish(of: ServiceProcess | null = null): Promise<void> {
    const due = this.#held.filter(({ process }) => of === null || process === of)
    await this.#beside(due, async () => {})
  }

  async #beside<Result>(due: readonly Held[], work: () => Promise<Result>): Promise<Result> {
    const { gates, story, clock } = this.#simulation
    const [first] = due
    if (first === undefined) return await work()
    this.#held = this.#held.filter((held) => !due.includes(held))
    // A process that stood still for longer than its lease gives up its slice without releasing it.
    const late = due.filter((held) => held.hasLostLeases || leaseEndOf(held) - toleranceMs <= clock.elapsedMs)
    if (late.length > 0) this.#simulation.noteLostLeases()
    for (const { process } of late) process.isLate = true
    const { order } = first.stop
    let decided = 0
    const choose = (count: number) => hashOf('transit', order, decided++) % count
    for (const { process } of due) story.tell(`${process.name} continues`)
    const result = await gates.beside(
      due.map(({ actor }) => actor),
      work,
      choose,
    )
    for (const { process } of late) process.isLate = false
    return result
  }
}

/** The virtual milliseconds since the beginning of the run at which held work continues while time passes. */
function endOf({ sinceMs, stop }: Held): number {
  return sinceMs + (stop.seconds === 0 ? maxSeconds : stop.seconds) * 1_000
}

function leaseEndOf({ sinceMs, stop, hasLostLeases }: Held): number {
  return stop.frozen && !hasLostLeases ? sinceMs + leaseSeconds * 1_000 : Infinity
}
