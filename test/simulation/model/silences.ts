import type { Moments } from './moments.ts'
import { Register } from './register.ts'

/** Something for which the service can be told to send nothing. */
export type Silenced = 'spinner' | 'job' | 'cancelled job' | 'address' | 'erased' | 'sender'

type Outcome = { readonly kind: 'answered' | 'refused' | 'crashed' }

/** Spans in which the service has said that it sends nothing. */
export class Silences {
  readonly #moments: Moments
  readonly #registers = new Map<string, Register<boolean>>()

  constructor(moments: Moments) {
    this.#moments = moments
  }

  /** Makes a call after which nothing may leave for something. */
  begin<Ended extends Outcome>(of: Silenced, id: string, call: () => Promise<Ended>): Promise<Ended> {
    return this.#of(of, id).set(true, call)
  }

  /** Makes a call after which messages may leave again. */
  end<Ended extends Outcome>(of: Silenced, id: string, call: () => Promise<Ended>): Promise<Ended> {
    return this.#of(of, id).set(false, call)
  }

  /** Notes that messages may leave from now on, by what is done until the end of this operation. */
  mayEnd(of: Silenced, id: string): void {
    if (this.#registers.has(`${of} ${id}`)) this.#of(of, id).begin(false)
  }

  /** Whether nothing may leave for something now. */
  isSilent(of: Silenced, id: string): boolean {
    return this.#registers.get(`${of} ${id}`)?.possible().every(Boolean) === true
  }

  /** Whether a message that left at a moment should not have. */
  wasSilent(of: Silenced, id: string, moment: number): boolean {
    return this.#registers.get(`${of} ${id}`)?.possibleAt(moment).every(Boolean) === true
  }

  /** Called when nothing is on the wire any more. */
  settle(): void {
    for (const register of this.#registers.values()) register.settle()
  }

  #of(of: Silenced, id: string): Register<boolean> {
    const name = `${of} ${id}`
    const known = this.#registers.get(name)
    if (known !== undefined) return known
    const register = new Register(this.#moments, false)
    this.#registers.set(name, register)
    return register
  }
}
