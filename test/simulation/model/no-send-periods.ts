import type { Moments } from './moments.ts'
import { Register } from './register.ts'

/**
 * The kinds of objects in the simulation, such as a job or an address, for which an API call can make the
 * service send nothing.
 */
export type NoSendReason =
  | 'spinner'
  | 'job'
  | 'cancelled job'
  | 'address'
  | 'domain'
  | 'erased'
  | 'sender'
  | 'deleted spinner'
  | 'organization'

type Outcome = { readonly kind: 'answered' | 'refused' | 'crashed' }

/**
 * The periods of a simulation run in which the service must send nothing for an object, such as a paused job or
 * an erased person.
 */
export class NoSendPeriods {
  readonly #moments: Moments
  readonly #registers = new Map<string, Register<boolean>>()

  constructor(moments: Moments) {
    this.#moments = moments
  }

  /** Makes a call of the service after which it must send nothing for an object, such as the pause of a job. */
  begin<Ended extends Outcome>(of: NoSendReason, id: string, call: () => Promise<Ended>): Promise<Ended> {
    return this.#of(of, id).set(true, call)
  }

  /** Makes a call of the service after which it may send for an object again, such as resuming a job. */
  end<Ended extends Outcome>(of: NoSendReason, id: string, call: () => Promise<Ended>): Promise<Ended> {
    return this.#of(of, id).set(false, call)
  }

  /**
   * Records that the service may send for an object from now on, as a side effect of the simulator's present
   * operation.
   */
  mayEnd(of: NoSendReason, id: string): void {
    if (this.#registers.has(`${of} ${id}`)) this.#of(of, id).begin(false)
  }

  /** Returns whether the service must send nothing at present for an object, such as a job or an address. */
  isSilent(of: NoSendReason, id: string): boolean {
    return this.#registers.get(`${of} ${id}`)?.possible().every(Boolean) === true
  }

  /** Returns whether the service had to send nothing for an object at a numbered event of the run. */
  wasSilent(of: NoSendReason, id: string, moment: number): boolean {
    return this.#registers.get(`${of} ${id}`)?.possibleAt(moment).every(Boolean) === true
  }

  /** Returns whether the service may have had to send nothing for an object at some time between two numbered events. */
  mayBeSilent(of: NoSendReason, id: string, from: number, to: number): boolean {
    return this.#registers.get(`${of} ${id}`)?.possibleBetween(from, to).some(Boolean) === true
  }

  /** Returns whether the service must have been silent for an object at all times between two numbered events. */
  mustBeSilent(of: NoSendReason, id: string, from: number, to: number): boolean {
    return this.#registers.get(`${of} ${id}`)?.possibleBetween(from, to).every(Boolean) === true
  }

  /** Returns whether a call was ever made after which the service must send nothing for an object. */
  knows(of: NoSendReason, id: string): boolean {
    return this.#registers.has(`${of} ${id}`)
  }

  /** Records that messages are no longer being sent, so that later messages must obey all calls that have ended. */
  settle(): void {
    for (const register of this.#registers.values()) register.settle()
  }

  #of(of: NoSendReason, id: string): Register<boolean> {
    const name = `${of} ${id}`
    const known = this.#registers.get(name)
    if (known !== undefined) return known
    const register = new Register(this.#moments, false)
    this.#registers.set(name, register)
    return register
  }
}
