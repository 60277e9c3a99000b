import type { StepDraft } from '../steps/step-draft.ts'

type Steps = readonly StepDraft[]

/** Maximum number of changes that can be undone. */
const maxChanges = 100
/** Changes of one step within this time of each other are undone together. */
const oneChangeMs = 2_000

interface Change {
  /** The steps before the change. */
  readonly steps: Steps
  /** The key of the step whose fields were changed; null for a change of the list of steps. */
  readonly step: string | null
  /** The time of the change, in milliseconds. Typing in one step moves it on. */
  at: number
}

/** `StepHistory` holds the states to which a user can undo and redo changes of a spinner's steps. */
export class StepHistory {
  readonly #past: Change[] = []
  readonly #future: Steps[] = []

  get canUndo(): boolean {
    return this.#past.length > 0
  }

  get canRedo(): boolean {
    return this.#future.length > 0
  }

  /** Notes the steps before a change. `step` is the step whose fields change; null for a change of the list. */
  note(steps: Steps, step: string | null, at: number): void {
    this.#future.length = 0
    const last = this.#past.at(-1)
    if (step !== null && last?.step === step && at - last.at < oneChangeMs) {
      last.at = at
      return
    }
    this.#past.push({ steps, step, at })
    if (this.#past.length > maxChanges) this.#past.shift()
  }

  /** Returns the steps before the last change; null if there is no change to undo. */
  undo(present: Steps): Steps | null {
    const change = this.#past.pop()
    if (change === undefined) return null
    this.#future.push(present)
    return change.steps
  }

  /** Returns the steps after the change that was undone last; null if there is none. */
  redo(present: Steps): Steps | null {
    const steps = this.#future.pop()
    if (steps === undefined) return null
    this.#past.push({ steps: present, step: null, at: 0 })
    return steps
  }

  /** Forgets all changes, because the steps were replaced by other stored ones. */
  clear(): void {
    this.#past.length = 0
    this.#future.length = 0
  }
}
