import type { Starts } from '../../../src/domain/spinner/starts.ts'
import type { Moments } from './moments.ts'
import { Register } from './register.ts'

type StartsOn = Starts['on']

/**
 * The choice in a publish call whether the first automatic job takes the existing records; null if the call
 * names none.
 */
type Existing = 'include' | 'exclude' | null

/**
 * The start setting of a spinner as the simulator knows it from outside the service, in the draft and as
 * published.
 */
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
   * The number of the run's event before which records may have been excluded by a publish; 0 if certainly none
   * were.
   */
  get mayLeaveOutUntil(): number {
    return this.#mayLeaveOutUntil
  }

  /**
   * Publishes the simulated spinner's draft by `call`. Returns whether the publish has certainly excluded the
   * existing records that no job had taken.
   */
  async publish<Ended extends { readonly kind: 'answered' | 'refused' | 'crashed' }>(
    existing: Existing,
    call: () => Promise<Ended>,
  ): Promise<{ readonly ended: Ended; readonly leavesOut: boolean }> {
    const [draftsBefore, before] = [this.draft.possible(), this.#published.possible()]
    const writes = draftsBefore.map((on) => this.#published.begin(on))
    const ended = await call()
    // Another operation of the simulator may have changed the draft during the publish, so the changed draft
    // may have been published too.
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

  /**
   * Makes a call that unpublishes the simulated spinner. Like a spinner that starts on calls, it starts no jobs by
   * itself, and publishing it to start on records excludes the existing records.
   */
  unpublish<Ended extends { readonly kind: 'answered' | 'refused' | 'crashed' }>(
    call: () => Promise<Ended>,
  ): Promise<Ended> {
    return this.#published.set('call', call)
  }

  /** Returns whether the published start settings may have changed between two numbered events. */
  mayHaveChanged(from: number, to: number): boolean {
    return this.#published.mayHaveChanged(from, to)
  }

  /**
   * Records that no call is running and no message is being sent, so the start settings that calls have set now
   * hold.
   */
  settle(): void {
    this.draft.settle()
    this.#published.settle()
  }
}
