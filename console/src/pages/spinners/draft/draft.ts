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

/** Saves changes over what was stored, and answers what is stored then. */
export type Save = (before: StoredSpinner, changes: SpinnerChanges) => Promise<StoredSpinner>

/** Changes what is stored in another way than by saving, and answers what is stored then. */
type Action = (stored: StoredSpinner) => Promise<StoredSpinner>

/**
 * A spinner's draft while it is edited. It saves itself a moment after the last change, one request
 * after the other; what cannot be saved yet stays here. It lives outside of the screen, because the
 * page may be put behind a sign-in at any time.
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

  /** Goes on with what is left to be saved, once the page is on the screen (again). */
  resume(): void {
    this.#active = true
    this.#saveIn(afterLastChange)
  }

  /** Leaves off until it is resumed; nothing that was typed is lost. */
  pause(): void {
    this.#active = false
    clearTimeout(this.#timer)
  }

  /** Takes what was stored elsewhere, unless something here is not saved. */
  offer(stored: StoredSpinner): void {
    if (stored.tag === this.#state.stored.tag || this.#state.saving || isUnsaved(this.#state)) return
    this.replace(stored)
  }

  /** Takes what is stored in place of what was edited. */
  replace(stored: StoredSpinner): void {
    clearTimeout(this.#timer)
    this.#set({ stored, edited: editedOf(stored, this.#state.edited.steps), failure: null })
  }

  /** Keeps what was edited, as changes of what is stored now. */
  rebase(stored: StoredSpinner): void {
    this.#set({ stored, failure: null })
    this.#saveIn(0)
  }

  /** Saves what can be saved, and publishes exactly that. */
  async publish(action: Action): Promise<void> {
    await this.flush()
    try {
      await this.act(action)
    } catch (error) {
      if (isProblem(error, 'CONFLICT')) this.#set({ failure: { error, of: this.#state.edited } })
      throw error
    }
  }

  /** Does something else with what is stored. Saving waits for it, as for the tag that it brings. */
  async act(action: Action): Promise<void> {
    await this.#during(action, (stored) => this.#take(stored))
  }

  /** Puts what the action brings in the place of what is edited; answers what that was. */
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

  /** Saves at once what can be saved; rejects with what stood in the way. */
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

  /** Where it brings a change that was made elsewhere, that change is shown. */
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
    // A conflict is for people to settle.
    if (isConflict(this.#state)) return undefined
    const changes = changesOf(this.#state)
    if (changes === null) {
      // What was refused has been taken back.
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
