import { isProblem } from '../../../api/problem.ts'
import type { Spinner, Step } from '../../../api/schema.ts'
import type { SpinnerChanges, StoredSpinner } from '../../../api/spinner/stored-spinner.ts'
import { canonical } from '../../../components/settings/canonical.ts'
import { goalFault } from '../goal-words.ts'
import { startsFault } from '../live/starts-words.ts'
import { triggerDataFault } from '../live/trigger-data.tsx'
import { paceFault } from '../pace-choice.tsx'
import { withHiddenHeaders } from '../steps/hidden-headers.ts'
import { draftOf, type StepDraft, sameSteps, stepOf } from '../steps/step-draft.ts'
import { windowFault } from '../window-choice.tsx'

/** The parts of a spinner that a user edits: its name, settings and steps. */
export interface Edited {
  readonly name: string
  readonly audience: Spinner['audience']
  readonly exclude: Spinner['exclude']
  readonly contact: Spinner['contact']
  readonly isExclusive: boolean
  readonly exits: Spinner['exits']
  readonly reply: Spinner['reply']
  readonly goal: Spinner['goal']
  readonly sendWindow: Spinner['sendWindow']
  readonly pace: Spinner['pace']
  readonly starts: Spinner['starts']
  readonly triggerData: Spinner['triggerData']
  readonly steps: readonly StepDraft[]
}

export interface DraftState {
  /** The stored spinner as the API last returned it, without unsaved edits. */
  readonly stored: StoredSpinner
  readonly edited: Edited
  readonly saving: boolean
  /** The error of the latest attempt to save the spinner, and the state that it tried to save. */
  readonly failure: { readonly error: unknown; readonly of: Edited } | null
  /** Whether there is a change of the steps to undo or to redo. */
  readonly canUndo: boolean
  readonly canRedo: boolean
}

/**
 * Returns the editable parts of a spinner as a text, so that two states can be compared. Leaves the values of headers
 * out, because the API does not show them.
 */
export function draftIn({ spinner }: StoredSpinner): string {
  const { name, steps } = spinner
  return canonical({ name, ...settingsOf(spinner), steps: withHiddenHeaders(steps) })
}

/**
 * Returns the editable state of a stored spinner. A step of the same type at the same place keeps its key, so
 * that open steps stay open.
 */
export function editedOf({ spinner }: StoredSpinner, before: readonly StepDraft[] = []): Edited {
  const steps = spinner.steps.map((step, index) => {
    const draft = draftOf(step)
    const there = before[index]
    if (there?.type !== step.type) return draft
    return canonical(stepOf(there)) === canonical(step) ? there : { ...draft, key: there.key }
  })
  return { name: spinner.name, ...settingsOf(spinner), steps }
}

/** Returns the settings alone, without other parts that the object has. */
export function settingsOf({
  audience,
  exclude,
  contact,
  isExclusive,
  exits,
  reply,
  goal,
  sendWindow,
  pace,
  starts,
  triggerData,
}: Settings): Settings {
  return {
    audience,
    exclude,
    contact,
    isExclusive,
    exits,
    reply,
    goal,
    sendWindow,
    pace,
    starts,
    triggerData,
  }
}

export function isConflict({ failure }: Pick<DraftState, 'failure'>): boolean {
  return isProblem(failure?.error, 'CONFLICT')
}

export function stepsOf({ steps }: Edited): Step[] {
  return steps.map(stepOf)
}

/**
 * Returns the changes of an edited spinner that can be saved; null if there are none. Incomplete steps can be
 * saved, but not an incomplete send window.
 */
export function changesOf({ edited, stored: { spinner } }: DraftState): SpinnerChanges | null {
  const name = edited.name.trim()
  const steps = stepsOf(edited)
  const changes: SpinnerChanges = {
    ...(name !== spinner.name && name !== '' ? { name } : {}),
    ...(isSame(edited.audience, spinner.audience) ? {} : { audience: edited.audience }),
    ...(isSame(edited.exclude, spinner.exclude) ? {} : { exclude: edited.exclude }),
    ...(edited.contact === spinner.contact ? {} : { contact: edited.contact }),
    ...(edited.isExclusive === spinner.isExclusive ? {} : { isExclusive: edited.isExclusive }),
    ...(sameExits(edited, spinner) ? {} : { exits: edited.exits }),
    ...(isSame(edited.reply, spinner.reply) ? {} : { reply: edited.reply }),
    ...(isSame(edited.goal, spinner.goal) || goalFault(edited.goal) !== null ? {} : { goal: edited.goal }),
    ...(isSame(edited.sendWindow, spinner.sendWindow) || windowFault(edited.sendWindow) !== null
      ? {}
      : { sendWindow: edited.sendWindow }),
    ...(isSame(edited.pace, spinner.pace) || paceFault(edited.pace) !== null ? {} : { pace: edited.pace }),
    ...(isSame(edited.starts, spinner.starts) || startsFault(edited.starts) !== null
      ? {}
      : { starts: edited.starts }),
    ...(isSame(edited.triggerData, spinner.triggerData) || triggerDataFault(edited.triggerData) !== null
      ? {}
      : { triggerData: edited.triggerData }),
    ...(sameSteps(steps, spinner.steps) ? {} : { steps }),
  }
  return Object.keys(changes).length === 0 ? null : changes
}

/** Returns true if publishing would change what the spinner does. A new name does not count. */
export function differsFromPublished({ edited, stored: { spinner } }: DraftState): boolean {
  if (spinner.publishedVersion === null) return false
  return (
    spinner.hasUnpublishedChanges ||
    settingsDiffer(edited, spinner) ||
    !sameSteps(stepsOf(edited), spinner.steps)
  )
}

/**
 * Returns true if the name or a setting of the edited spinner cannot be saved. Publishing would then publish the
 * stored value instead of the one that the page shows.
 */
export function hasFaultySettings({ name, goal, sendWindow, pace, starts, triggerData }: Edited): boolean {
  return (
    name.trim() === '' ||
    goalFault(goal) !== null ||
    windowFault(sendWindow) !== null ||
    paceFault(pace) !== null ||
    startsFault(starts) !== null ||
    triggerDataFault(triggerData) !== null
  )
}

/** Returns true if the edited spinner has unsaved changes, which leaving the page would lose. */
export function isUnsaved({ edited, stored: { spinner } }: DraftState): boolean {
  return (
    edited.name.trim() !== spinner.name ||
    settingsDiffer(edited, spinner) ||
    !sameSteps(stepsOf(edited), spinner.steps)
  )
}

type Settings = Pick<
  Spinner,
  | 'audience'
  | 'exclude'
  | 'contact'
  | 'isExclusive'
  | 'exits'
  | 'reply'
  | 'goal'
  | 'sendWindow'
  | 'pace'
  | 'starts'
  | 'triggerData'
>

function settingsDiffer(a: Settings, b: Settings): boolean {
  return (
    !isSame(a.audience, b.audience) ||
    !isSame(a.exclude, b.exclude) ||
    a.contact !== b.contact ||
    a.isExclusive !== b.isExclusive ||
    !sameExits(a, b) ||
    !isSame(a.reply, b.reply) ||
    !isSame(a.goal, b.goal) ||
    !isSame(a.sendWindow, b.sendWindow) ||
    !isSame(a.pace, b.pace) ||
    !isSame(a.starts, b.starts) ||
    !isSame(a.triggerData, b.triggerData)
  )
}

function exitText({ exits }: Pick<Spinner, 'exits'>): string {
  return exits.map(canonical).toSorted().join()
}

function sameExits(a: Pick<Spinner, 'exits'>, b: Pick<Spinner, 'exits'>): boolean {
  return exitText(a) === exitText(b)
}

/** Returns true if two settings are equal. Compares their contents only if they are not the same object. */
function isSame(a: unknown, b: unknown): boolean {
  return a === b || canonical(a) === canonical(b)
}
