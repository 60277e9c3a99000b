import type { Moments } from '../moments.ts'
import { Register } from '../register.ts'

/** A pool of senders as the simulator knows it from outside the service. */
export interface KnownPool {
  readonly id: string
  /** The name of the pool in the log of the simulation run, such as "pool 1". */
  readonly name: string
  /** The number of the pool; null after its deletion. */
  readonly maxPerDay: Register<number | null>
}

/** The pools of the simulated organization, and the pool of each sender. */
export class KnownPools {
  readonly all: KnownPool[] = []
  readonly #moments: Moments
  readonly #ofSenders = new Map<string, Register<KnownPool | null>>()
  /** The numbers of the run's events at which each restored backup was taken and restored. */
  readonly #restores: { readonly taken: number; readonly restored: number }[] = []

  constructor(moments: Moments) {
    this.#moments = moments
  }

  add(id: string, maxPerDay: number): KnownPool {
    const name = `pool ${this.all.length + 1}`
    const pool = { id, name, maxPerDay: new Register<number | null>(this.#moments, maxPerDay) }
    this.all.push(pool)
    return pool
  }

  /** Returns the pool of a sender; null for none. */
  ofSender(senderId: string): Register<KnownPool | null> {
    const known = this.#ofSenders.get(senderId)
    if (known !== undefined) return known
    const register = new Register<KnownPool | null>(this.#moments, null)
    this.#ofSenders.set(senderId, register)
    return register
  }

  /** The ids of all senders that were ever put into a pool. */
  get senderIds(): readonly string[] {
    return [...this.#ofSenders.keys()]
  }

  /** Notes that a backup was restored, which was taken at a numbered event. */
  restored(taken: number): void {
    this.#restores.push({ taken, restored: this.#moments.next() })
  }

  /**
   * Returns whether a sender brought the message that it sent at a numbered event into a pool for certain. A sender that
   * joins a pool after a restore brings only the messages that the backup knows.
   */
  isCounted(senderId: string, sentAt: number, pool: KnownPool): boolean {
    const register = this.ofSender(senderId)
    return this.#restores
      .filter(({ taken, restored }) => sentAt >= taken && sentAt < restored)
      .every(({ restored }) => register.possibleWhenDecided(restored).every((one) => one === pool))
  }

  settle(): void {
    for (const register of this.#ofSenders.values()) register.settle()
    for (const { maxPerDay } of this.all) maxPerDay.settle()
  }
}
