import type { Starts } from '../../../src/domain/spinner/starts.ts'
import type { Moments } from './moments.ts'
import { Register } from './register.ts'

type StartsOn = Starts['on']

/** The choice that a call to publish names for existing records; null if it names none. */
type Existing = 'include' | 'exclude' | null

/** The way in which a spinner starts, in its draft and as published. */
export class KnownStarts {
  readonly draft: Register<StartsOn>
  readonly #published: Register<StartsOn>
  readonly #moments: Moments
  #mayLeaveOutUntil = 0

  constructor(moments: Moments) {
    this.#moments = moments
    this.draft = new Register<StartsOn>(moments, 'call')
    this.#published = new Register<StartsOn>(moments, 'call')
  }

  /**
   * The moment before which a record must have been sent to be among those that a publish may have left out; 0 if no
   * publish may have left out any.
   */
  get mayLeaveOutUntil(): number {
    return this.#mayLeaveOutUntil
  }

  /** Publishes the draft. Returns whether the publish has certainly left out the records that no job had taken. */
  async publish<Ended extends { readonly kind: 'answered' | 'refused' | 'crashed' }>(
    existing: Existing,
    call: () => Promise<Ended>,
  ): Promise<{ readonly ended: Ended; readonly leavesOut: boolean }> {
    const [draftsBefore, before] = [this.draft.possible(), this.#published.possible()]
    const writes = draftsBefore.map((on) => this.#published.begin(on))
    const ended = await call()
    // The draft may have been changed by another operation during the call.
    const added = this.draft.possible().filter((on) => !draftsBefore.includes(on))
    const drafts = [...draftsBefore, ...added]
    const isClear = drafts.length === 1
    writes.push(...added.map((on) => this.#published.begin(on)))
    for (const write of writes)
      this.#published.end(write, ended.kind === 'answered' && !isClear ? 'crashed' : ended.kind)
    if (ended.kind === 'refused' || existing === 'include') return { ended, leavesOut: false }
    const excludes = (on: StartsOn) => existing === 'exclude' || on !== 'records'
    if (drafts.includes('records') && before.some(excludes)) this.#mayLeaveOutUntil = this.#moments.next()
    const leavesOut =
      ended.kind === 'answered' && isClear && drafts.includes('records') && before.every(excludes)
    return { ended, leavesOut }
  }

  /** Called when nothing is on the wire any more. */
  settle(): void {
    this.draft.settle()
    this.#published.settle()
  }
}
