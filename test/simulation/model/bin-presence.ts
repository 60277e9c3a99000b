import { daysInBin } from '../../../src/domain/bin/bin-entry.ts'
import type { Moments } from './moments.ts'
import { Register } from './register.ts'

type Outcome = { readonly kind: 'answered' | 'refused' | 'crashed' }

/** The simulator's knowledge of whether a data table or a spinner is in use or in the bin. */
export class BinPresence {
  /** Whether the thing is in use; false while it is in the bin, and after it was deleted permanently. */
  readonly #inUse: Register<boolean>
  #deletedAt: Date | null = null
  /** Whether a call has asked to delete the thing permanently. */
  mayBeLost = false

  constructor(moments: Moments) {
    this.#inUse = new Register(moments, true)
  }

  get mayBeInUse(): boolean {
    return this.#inUse.possible().includes(true)
  }

  get mayBeInBin(): boolean {
    return this.#inUse.possible().includes(false)
  }

  /** Returns whether the thing was certainly in use at all times between two numbered events. */
  wasInUse(from: number, to: number): boolean {
    return this.#inUse.possibleBetween(from, to).every(Boolean)
  }

  /** Makes a call that moves the thing into the bin. */
  async delete<Ended extends Outcome>(now: Date, call: () => Promise<Ended>): Promise<Ended> {
    const earlier = this.#deletedAt
    this.#deletedAt = now
    const ended = await this.#inUse.set(false, call)
    // Keeps the time of another call that began meanwhile, because that call may be the one that has deleted it.
    if (ended.kind === 'refused' && this.#deletedAt === now) this.#deletedAt = earlier
    return ended
  }

  /** Makes a call that restores the thing from the bin. */
  restore<Ended extends Outcome>(call: () => Promise<Ended>): Promise<Ended> {
    return this.#inUse.set(true, call)
  }

  /** Returns whether the service must still store the thing: it is in use, or its time in the bin is not over. */
  mustBeStored(now: Date): boolean {
    if (!this.mayBeInBin) return true
    const since = this.#deletedAt?.getTime() ?? now.getTime()
    return !this.mayBeLost && now.getTime() < since + daysInBin * 86_400_000
  }

  /** Records that no call is running, so that all calls that have ended count. */
  settle(): void {
    this.#inUse.settle()
  }
}
