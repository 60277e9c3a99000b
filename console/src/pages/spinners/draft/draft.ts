import { isProblem } from '../../../api/problem.ts'
import type { Spinner, Step } from '../../../api/schema.ts'
import type { SpinnerChanges, StoredSpinner } from '../../../api/stored-spinner.ts'
import { canonical, draftOf, type StepDraft, sameSteps, stepOf } from '../steps/step-draft.ts'
import { faultsOf } from '../steps/step-faults.ts'

/** What a person edits. */
export interface Edited {
  readonly name: string
  readonly audience: Spinner['audience']
  readonly steps: readonly StepDraft[]
}

export interface DraftState {
  /** What the API has, as far as is known here. */
  readonly stored: StoredSpinner
  readonly edited: Edited
  readonly saving: boolean
  /** Why the latest attempt to save came to nothing. */
  readonly failure: { readonly error: unknown; readonly of: Edited } | null
}

const afterLastChange = 800
const untilNextAttempt = 5_000

/** Saves changes over what was stored, and answers what is stored then. */
export type Save = (before: StoredSpinner, changes: SpinnerChanges) => Promise<StoredSpinner>

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

  /** Takes what somebody else has stored, unless something here is not saved. */
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

  /** Takes note of a refusal that came from elsewhere, such as publishing. */
  refused(error: unknown): void {
    this.#set({ failure: { error, of: this.#state.edited } })
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

  #saveIn(milliseconds: number): void {
    clearTimeout(this.#timer)
    if (!this.#active) return
    this.#timer = setTimeout(() => void this.#attemptNow(), milliseconds)
  }

  async #attemptNow(): Promise<void> {
    clearTimeout(this.#timer)
    if (this.#attempt !== null) return this.#attempt
    const changes = changesOf(this.#state)
    // A conflict is for people to settle.
    if (changes === null || isConflict(this.#state)) return undefined
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

/** A step of the same type in the same place keeps its key, so that nothing on the screen closes. */
function editedOf({ spinner }: StoredSpinner, before: readonly StepDraft[] = []): Edited {
  const { name, audience } = spinner
  const steps = spinner.steps.map((step, index) => {
    const draft = draftOf(step)
    const there = before[index]
    if (there?.type !== step.type) return draft
    return canonical(stepOf(there)) === canonical(step) ? there : { ...draft, key: there.key }
  })
  return { name, audience, steps }
}

/** Whatever is not the API's decision may be otherwise next time. */
function mayPass(error: unknown): boolean {
  return !isProblem(error) || error.problem.status >= 500 || error.problem.status === 429
}

export function isConflict({ failure }: Pick<DraftState, 'failure'>): boolean {
  return isProblem(failure?.error, 'CONFLICT')
}

export function stepsOf({ steps }: Edited): Step[] {
  return steps.map(stepOf)
}

/** What differs from what is stored and has the right form; null where nothing does. */
export function changesOf({ edited, stored: { spinner } }: DraftState): SpinnerChanges | null {
  const name = edited.name.trim()
  const steps = stepsOf(edited)
  const changes: SpinnerChanges = {
    ...(name !== spinner.name && name !== '' ? { name } : {}),
    ...(edited.audience === spinner.audience ? {} : { audience: edited.audience }),
    ...(sameSteps(steps, spinner.steps) || faultsOf(edited.steps).length > 0 ? {} : { steps }),
  }
  return Object.keys(changes).length === 0 ? null : changes
}

/** Whether publishing would change what runs; a name is not part of that. */
export function differsFromPublished({ edited, stored: { spinner } }: DraftState): boolean {
  if (spinner.publishedVersion === null) return false
  return (
    spinner.hasUnpublishedChanges ||
    edited.audience !== spinner.audience ||
    !sameSteps(stepsOf(edited), spinner.steps)
  )
}

/** Whether anything at all would be lost. */
export function isUnsaved({ edited, stored: { spinner } }: DraftState): boolean {
  return (
    edited.name.trim() !== spinner.name ||
    edited.audience !== spinner.audience ||
    !sameSteps(stepsOf(edited), spinner.steps)
  )
}
