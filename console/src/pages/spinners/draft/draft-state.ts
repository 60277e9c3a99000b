import { isProblem } from '../../../api/problem.ts'
import type { Spinner, Step } from '../../../api/schema.ts'
import type { SpinnerChanges, StoredSpinner } from '../../../api/spinner/stored-spinner.ts'
import { startsFault } from '../live/starts-words.ts'
import { triggerDataFault } from '../live/trigger-data.tsx'
import { canonical, draftOf, type StepDraft, sameSteps, stepOf } from '../steps/step-draft.ts'
import { windowFault } from '../window-choice.tsx'

/** What a person edits. */
export interface Edited {
  readonly name: string
  readonly audience: Spinner['audience']
  readonly contact: Spinner['contact']
  readonly exclusive: boolean
  readonly exits: Spinner['exits']
  readonly sendWindow: Spinner['sendWindow']
  readonly starts: Spinner['starts']
  readonly triggerData: Spinner['triggerData']
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

/** All that can be edited, in a form that can be compared. */
export function draftIn({ spinner }: StoredSpinner): string {
  const { name, steps } = spinner
  return canonical({ name, ...settingsOf(spinner), steps })
}

/** A step of the same type in the same place keeps its key, so that nothing on the screen closes. */
export function editedOf({ spinner }: StoredSpinner, before: readonly StepDraft[] = []): Edited {
  const steps = spinner.steps.map((step, index) => {
    const draft = draftOf(step)
    const there = before[index]
    if (there?.type !== step.type) return draft
    return canonical(stepOf(there)) === canonical(step) ? there : { ...draft, key: there.key }
  })
  return { name: spinner.name, ...settingsOf(spinner), steps }
}

function settingsOf({
  audience,
  contact,
  exclusive,
  exits,
  sendWindow,
  starts,
  triggerData,
}: Settings): Settings {
  return { audience, contact, exclusive, exits, sendWindow, starts, triggerData }
}

export function isConflict({ failure }: Pick<DraftState, 'failure'>): boolean {
  return isProblem(failure?.error, 'CONFLICT')
}

export function stepsOf({ steps }: Edited): Step[] {
  return steps.map(stepOf)
}

/** What differs from what is stored and can be saved, which steps can whatever they lack; null where nothing does. */
export function changesOf({ edited, stored: { spinner } }: DraftState): SpinnerChanges | null {
  const name = edited.name.trim()
  const steps = stepsOf(edited)
  const changes: SpinnerChanges = {
    ...(name !== spinner.name && name !== '' ? { name } : {}),
    ...(edited.audience === spinner.audience ? {} : { audience: edited.audience }),
    ...(edited.contact === spinner.contact ? {} : { contact: edited.contact }),
    ...(edited.exclusive === spinner.exclusive ? {} : { exclusive: edited.exclusive }),
    ...(sameExits(edited, spinner) ? {} : { exits: edited.exits }),
    ...(sameWindow(edited.sendWindow, spinner.sendWindow) || windowFault(edited.sendWindow) !== null
      ? {}
      : { sendWindow: edited.sendWindow }),
    ...(canonical(edited.starts) === canonical(spinner.starts) || startsFault(edited.starts) !== null
      ? {}
      : { starts: edited.starts }),
    ...(canonical(edited.triggerData) === canonical(spinner.triggerData) ||
    triggerDataFault(edited.triggerData) !== null
      ? {}
      : { triggerData: edited.triggerData }),
    ...(sameSteps(steps, spinner.steps) ? {} : { steps }),
  }
  return Object.keys(changes).length === 0 ? null : changes
}

/** Whether publishing would change what runs; a name is not part of that. */
export function differsFromPublished({ edited, stored: { spinner } }: DraftState): boolean {
  if (spinner.publishedVersion === null) return false
  return (
    spinner.hasUnpublishedChanges ||
    settingsDiffer(edited, spinner) ||
    !sameSteps(stepsOf(edited), spinner.steps)
  )
}

/** Whether anything at all would be lost. */
export function isUnsaved({ edited, stored: { spinner } }: DraftState): boolean {
  return (
    edited.name.trim() !== spinner.name ||
    settingsDiffer(edited, spinner) ||
    !sameSteps(stepsOf(edited), spinner.steps)
  )
}

type Settings = Pick<
  Spinner,
  'audience' | 'contact' | 'exclusive' | 'exits' | 'sendWindow' | 'starts' | 'triggerData'
>

function settingsDiffer(a: Settings, b: Settings): boolean {
  return (
    a.audience !== b.audience ||
    a.contact !== b.contact ||
    a.exclusive !== b.exclusive ||
    !sameExits(a, b) ||
    !sameWindow(a.sendWindow, b.sendWindow) ||
    canonical(a.starts) !== canonical(b.starts) ||
    canonical(a.triggerData) !== canonical(b.triggerData)
  )
}

function sameExits(a: Pick<Spinner, 'exits'>, b: Pick<Spinner, 'exits'>): boolean {
  return a.exits.length === b.exits.length && a.exits.every((exit) => b.exits.includes(exit))
}

function sameWindow(a: Spinner['sendWindow'], b: Spinner['sendWindow']): boolean {
  return canonical(a) === canonical(b)
}
