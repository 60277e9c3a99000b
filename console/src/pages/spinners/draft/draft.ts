import { isProblem, mayPass } from '../../../api/problem.ts'
import type { SpinnerChanges, StoredSpinner } from '../../../api/spinner/stored-spinner.ts'
import {
  changesOf,
  type DraftState,
  draftIn,
  type Edited,
  editedOf,
  isConflict,
  isUnsaved,
} from './draft-state.ts'

const afterLastChange = 800
const untilNextAttempt = 5_000

/** Saves changes of a stored spinner, and returns the new stored spinner. */
export type Save = (before: StoredSpinner, changes: SpinnerChanges) => Promise<StoredSpinner>

/** Changes the stored spinner by another request than a save, and returns the new stored spinner. */
type Action = (stored: StoredSpinner) => Promise<StoredSpinner>

/**
 * `Draft` holds a spinner while it is edited. It saves a moment after the last change, one request at a time,
 * and keeps what cannot be saved yet. It lives outside the components, because the page may be replaced by
 * the sign-in at any time.
 */
export class Draft {
  #state: DraftState
  readonly #save: Save
  readonly #listeners = new Set<() => void>()
  #timer: ReturnType<typeof setTimeout> | undefined
  #attempt: Promise<void> | null = null
  #active = false

  constructor(stored: StoredSpinner, save: Save) {
    this.#save = save
    this.#state = { stored, edited: editedOf(stored), saving: false, failure: null }
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  readonly state = (): DraftState => this.#state

  edit(change: Partial<Edited>): void {
    this.#set({ edited: { ...this.#state.edited, ...change } })
    this.#saveIn(afterLastChange)
  }

  /** Starts to save the remaining changes, when the page is shown or shown again. */
  resume(): void {
    this.#active = true
    this.#saveIn(afterLastChange)
  }

  /** Stops saving until `resume`; unsaved changes are kept. */
  pause(): void {
    this.#active = false
    clearTimeout(this.#timer)
  }

  /** Takes a newer stored spinner, unless there are unsaved changes. */
  offer(stored: StoredSpinner): void {
    if (stored.tag === this.#state.stored.tag || this.#state.saving || isUnsaved(this.#state)) return
    this.replace(stored)
  }

  /** Replaces the edited state by a stored spinner. */
  replace(stored: StoredSpinner): void {
    clearTimeout(this.#timer)
    this.#set({ stored, edited: editedOf(stored, this.#state.edited.steps), failure: null })
  }

  /** Keeps the edited state, and saves it on top of a newer stored spinner. */
  rebase(stored: StoredSpinner): void {
    this.#set({ stored, failure: null })
    this.#saveIn(0)
  }

  /** Saves everything that can be saved, and publishes exactly that state. */
  async publish(action: Action): Promise<void> {
    await this.flush()
    try {
      await this.act(action)
    } catch (error) {
      if (isProblem(error, 'CONFLICT')) this.#set({ failure: { error, of: this.#state.edited } })
      throw error
    }
  }

  /**
   * Runs another request on the stored spinner. Saves wait for it, because it returns the tag that the next
   * save needs.
   */
  async act(action: Action): Promise<void> {
    await this.#during(action, (stored) => this.#take(stored))
  }

  /** Replaces the edited state by the result of a request, and returns the replaced state. */
  async exchange(action: Action): Promise<Edited> {
    const before = this.#state.edited
    await this.#during(action, (stored) => this.replace(stored))
    return before
  }

  async #during(action: Action, take: (stored: StoredSpinner) => void): Promise<void> {
    while (this.#attempt !== null) await this.#attempt
    const acting = action(this.#state.stored).then(take)
    this.#attempt = acting
      .catch(() => undefined)
      .finally(() => {
        this.#attempt = null
        if (changesOf(this.#state) !== null) this.#saveIn(afterLastChange)
      })
    await this.#attempt
    await acting
  }

  /** Saves at once. Rejects with the error if a save fails. */
  async flush(): Promise<StoredSpinner> {
    await this.#attempt
    let saved: Edited
    do {
      saved = this.#state.edited
      await this.#attemptNow()
      const { failure } = this.#state
      if (failure !== null) throw failure.error
    } while (this.#state.edited !== saved)
    return this.#state.stored
  }

  /** Takes the answer of a request. If the answer contains a change made elsewhere, the change is shown. */
  #take(stored: StoredSpinner): void {
    if (draftIn(stored) === draftIn(this.#state.stored)) this.#set({ stored })
    else this.offer(stored)
  }

  #saveIn(milliseconds: number): void {
    clearTimeout(this.#timer)
    if (!this.#active) return
    this.#timer = setTimeout(() => void this.#attemptNow(), milliseconds)
  }

  async #attemptNow(): Promise<void> {
    clearTimeout(this.#timer)
    if (this.#attempt !== null) return this.#attempt
    // Does not save after a conflict, which a person has to resolve.
    if (isConflict(this.#state)) return undefined
    const changes = changesOf(this.#state)
    if (changes === null) {
      // Clears the failure, because the refused change has been undone.
      if (this.#state.failure !== null) this.#set({ failure: null })
      return undefined
    }
    this.#attempt = this.#send(changes)
    await this.#attempt
    return undefined
  }

  async #send(changes: SpinnerChanges): Promise<void> {
    const { edited: of, stored: before } = this.#state
    this.#set({ saving: true })
    try {
      const stored = await this.#save(before, changes)
      this.#set({ stored, saving: false, failure: null })
    } catch (error) {
      this.#set({ saving: false, failure: { error, of } })
    }
    this.#attempt = null
    const { failure, edited } = this.#state
    if (edited !== of) this.#saveIn(afterLastChange)
    else if (failure !== null && mayPass(failure.error)) this.#saveIn(untilNextAttempt)
  }

  #set(change: Partial<DraftState>): void {
    this.#state = { ...this.#state, ...change }
    for (const listener of this.#listeners) listener()
  }
}
