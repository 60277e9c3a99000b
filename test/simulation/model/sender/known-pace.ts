import type { SpinnerPace } from '../../../../src/domain/spinner/spinner-pace.ts'
import type { Moments } from '../moments.ts'
import { Register } from '../register.ts'

/** The pace of a spinner: null for none, and "unknown" while a call may change it. */
type PossiblePace = SpinnerPace | null | 'unknown'

/** The pace that holds for all jobs of a spinner, as it was published. */
export class KnownPace {
  readonly #published: Register<{ pace: PossiblePace }>

  constructor(moments: Moments) {
    this.#published = new Register<{ pace: PossiblePace }>(moments, { pace: null })
  }

  /** Whether the spinner may ever have had a pace. */
  get mayHaveBeenSet(): boolean {
    return this.#published.ever().some(({ pace }) => pace !== null)
  }

  /** Publishes the spinner by `call`, and notes the pace that `read` then finds. */
  async publish<Ended extends { readonly kind: 'answered' | 'refused' | 'crashed' }>(
    call: () => Promise<Ended>,
    read: () => Promise<PossiblePace>,
  ): Promise<Ended> {
    const published: { pace: PossiblePace } = { pace: 'unknown' }
    const write = this.#published.begin(published)
    const ended = await call()
    if (ended.kind !== 'refused') published.pace = await read()
    this.#published.end(write, ended.kind === 'refused' ? 'refused' : 'answered')
    return ended
  }

  /** Returns the paces that may have held when the message of a numbered event was decided; null if one is unknown. */
  possibleWhenDecided(moment: number): readonly (SpinnerPace | null)[] | null {
    const paces = this.#published.possibleWhenDecided(moment).map(({ pace }) => pace)
    const certain = paces.filter((pace) => pace !== 'unknown')
    return certain.length === paces.length ? certain : null
  }

  settle(): void {
    this.#published.settle()
  }
}
