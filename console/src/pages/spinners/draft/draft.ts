import { isProblem, isRetryable } from '../../../api/problem.ts'
import type { Step } from '../../../api/schema.ts'
import type { SpinnerChanges, StoredSpinner } from '../../../api/spinner/stored-spinner.ts'
import { withTypedHeaders } from '../steps/hidden-headers.ts'
import type { StepDraft } from '../steps/step-draft.ts'
import {
  changesOf,
  type DraftState,
  draftIn,
  type Edited,
  editedOf,
  isConflict,
  isUnsaved,
} from './draft-state.ts'
import { StepHistory } from './step-history.ts'

const afterLastChange = 800
const untilNextAttempt = 5_000

/** Saves changes of a stored spinner through the API, and returns the spinner as stored. */
export type Save = (before: StoredSpinner, changes: SpinnerChanges) => Promise<StoredSpinner>

/**
 * Changes the stored spinner by a request other than a save, such as publishing, and returns the new stored
 * spinner.
 */
type Action = (stored: StoredSpinner) => Promise<StoredSpinner>

/**
 * `Draft` holds a spinner while it is edited, saves it shortly after each change, and keeps changes that
 * cannot be saved. It lives outside the components, because the sign-in may replace the page.
 */
export class Draft {
  #state: DraftState
  readonly #save: Save
  readonly #listeners = new Set<() => void>()
  readonly #history = new StepHistory()
  #timer: ReturnType<typeof setTimeout> | undefined
  #attempt: Promise<void> | null = null
  #active = false

  constructor(stored: StoredSpinner, save: Save) {
    this.#save = save
    const edited = editedOf(stored)
    this.#state = { stored, edited, saving: false, failure: null, canUndo: false, canRedo: false }
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

  /** Changes the steps so that the change can be undone. `step` is the step whose fields change; null for the list. */
  editSteps(change: (steps: readonly StepDraft[]) => readonly StepDraft[], step: string | null = null): void {
    const { steps } = this.#state.edited
    const changed = change(steps)
    if (changed === steps) return
    this.#history.note(steps, step, Date.now())
    this.#setSteps(changed)
  }

  /** Undoes the last change of the steps. Returns false if there is none. */
  undo(): boolean {
    return this.#setSteps(this.#history.undo(this.#state.edited.steps))
  }

  /** Repeats the change of the steps that was undone last. Returns false if there is none. */
  redo(): boolean {
    return this.#setSteps(this.#history.redo(this.#state.edited.steps))
  }

  #setSteps(steps: readonly StepDraft[] | null): boolean {
    if (steps !== null) this.edit({ steps })
    return steps !== null
  }

  /**
   * Makes a replaced state the edited one again. Saves it at once if the user has left the page, and rejects if that
   * fails, because no page shows the error.
   */
  async bringBack(before: Edited): Promise<void> {
    this.edit(before)
    if (!this.#active) await this.flush()
  }

  /**
   * Saves unsaved changes of the spinner soon, and ends a `pause` of saving. Called when the page is shown,
   * also when it is shown again after a sign-in.
   */
  resume(): void {
    this.#active = true
    this.#saveIn(afterLastChange)
  }

  /** Stops saving the spinner until `resume`. Unsaved changes are kept. */
  pause(): void {
    this.#active = false
    clearTimeout(this.#timer)
  }

  /** Replaces the edited spinner by a newer stored spinner, unless there are unsaved changes. */
  offer(stored: StoredSpinner): void {
    if (stored.tag === this.#state.stored.tag || this.#state.saving || isUnsaved(this.#state)) return
    this.replace(stored)
  }

  /** Replaces the edited spinner by a stored spinner; unsaved changes are lost. */
  replace(stored: StoredSpinner): void {
    clearTimeout(this.#timer)
    this.#history.clear()
    this.#set({ stored, edited: editedOf(stored, this.#state.edited.steps), failure: null })
  }

  /** Keeps the edited spinner, and saves it over a newer stored spinner. */
  rebase(stored: StoredSpinner): void {
    this.#set({ stored, failure: null })
    this.#saveIn(0)
  }

  /** Saves all changes of the spinner that can be saved, and publishes exactly the saved state. */
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
   * Runs a request on the stored spinner other than a save. Saves wait for it, because it returns the tag
   * that the next save needs.
   */
  async act(action: Action): Promise<void> {
    await this.#during(action, (stored) => this.#take(stored))
  }

  /** Replaces the edited spinner by the result of a request, and returns the replaced state for an undo. */
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

  /** Saves the changes of the spinner at once. Rejects with the error if a save fails. */
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

  /**
   * Stores the spinner that a request returned. If it contains a change made elsewhere, the change is shown.
   */
  #take(stored: StoredSpinner): void {
    if (draftIn(stored) === draftIn(this.#state.stored))
      this.#set({ stored: withTyped(stored, this.#state.stored.spinner.steps) })
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
    // Skips the save after a conflict with an edit made elsewhere, which the user has to resolve.
    if (isConflict(this.#state)) return undefined
    const changes = changesOf(this.#state)
    if (changes === null) {
      // Clears the error of an earlier save, because the user has undone the refused change.
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
      this.#set({
        stored: withTyped(stored, changes.steps ?? before.spinner.steps),
        saving: false,
        failure: null,
      })
    } catch (error) {
      this.#set({ saving: false, failure: { error, of } })
    }
    this.#attempt = null
    const { failure, edited } = this.#state
    if (edited !== of) this.#saveIn(afterLastChange)
    else if (failure !== null && isRetryable(failure.error)) this.#saveIn(untilNextAttempt)
  }

  #set(change: Partial<DraftState>): void {
    const { canUndo, canRedo } = this.#history
    this.#state = { ...this.#state, ...change, canUndo, canRedo }
    for (const listener of this.#listeners) listener()
  }
}

/** Returns a stored spinner with the values of headers that the user has typed. */
function withTyped({ spinner, tag }: StoredSpinner, typed: Step[]): StoredSpinner {
  return { spinner: { ...spinner, steps: withTypedHeaders(spinner.steps, typed) }, tag }
}
