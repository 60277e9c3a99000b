import type { SendingTime } from '../../model/sent.ts'

/** The beginning of the work of an actor, its first lease of a slice, its first mark of messages, or its first message. */
export type From = 'begin' | 'lease' | 'mark' | 'send'

/** The gate at which the work of an actor is held until the simulator lets it continue. */
export interface HoldPoint {
  /** The number of the gate at which the actor is held, from 1. The first gate after a lease is that of the mark. */
  readonly gate: number
  /** The event from which the gates count. */
  readonly from: From
  /**
   * Whether the actor is held after the work at that gate, so that the work is done and its caller does not know, and not
   * before it.
   */
  readonly isAfter: boolean
  /** Whether each statement of the actor's transactions is a gate, so that the actor may be held within one. */
  readonly isInside: boolean
}

/** Work that proceeds from gate to gate by itself: an operation of the simulator, or a task of a runtime. */
export class Actor {
  /** The place of the actor in the order in which actors begin. */
  readonly number: number
  readonly #hold: HoldPoint | null
  readonly #heldUp = Promise.withResolvers<void>()
  /** The work of timers that became due while the actor was frozen. */
  readonly #deferred: (() => void)[] = []
  #passed = 0
  #counts: boolean
  #isFrozen = false
  /** When the work at the first gate was done that the actor has passed since this was null. */
  passedAt: SendingTime | null = null
  isHeld = false
  hasEnded = false
  ended: Promise<void> = Promise.resolve()

  constructor(number: number, hold: HoldPoint | null = null) {
    this.number = number
    this.#hold = hold
    this.#counts = (hold?.from ?? 'begin') === 'begin'
  }

  /** Notes that the actor has leased a slice, marked messages as being sent, or is about to send one. */
  note(event: From): void {
    if (event === this.#hold?.from) this.#counts = true
  }

  /** Resolves when the actor has ended or is held. */
  get endedOrHeld(): Promise<void> {
    return Promise.race([this.ended, this.#heldUp.promise])
  }

  /** The number of the actor's gates that have opened and count. */
  get passed(): number {
    return this.#passed
  }

  /** Whether each statement of the actor is a gate, because it may be held within a transaction. */
  get isInside(): boolean {
    return this.#hold?.isInside === true && this.#counts && this.#passed <= this.#hold.gate
  }

  /** Whether the timers of the actor wait until it continues, as those of a process that the host has stopped. */
  freeze(): void {
    this.#isFrozen = true
  }

  /** Counts a gate that opens. Returns false if the actor is held instead. */
  reachGate(): boolean {
    if (!this.#counts) return true
    if (this.#hold !== null && !this.#hold.isAfter && this.#passed === this.#hold.gate - 1) {
      this.#passed++
      this.#stop()
      return false
    }
    this.#passed++
    return true
  }

  /** Holds the actor if its hold point is after the gate that has just closed. Returns whether it is held. */
  leaveGate(): boolean {
    if (!this.#counts || this.#hold === null || !this.#hold.isAfter || this.#passed !== this.#hold.gate)
      return false
    this.#passed++
    this.#stop()
    return true
  }

  /** Does work of a timer now, or when the actor is no longer frozen. */
  whenAwake(work: () => void): void {
    if (this.isHeld && this.#isFrozen) this.#deferred.push(work)
    else work()
  }

  /** Lets the actor continue at its gates, and does the work of its timers that have become due. */
  release(): void {
    this.isHeld = false
    for (const work of this.#deferred.splice(0)) work()
  }

  #stop(): void {
    this.isHeld = true
    this.#heldUp.resolve()
  }
}
