import { type RefObject, useEffect, useState } from 'react'
import type { Step } from '../../../../api/schema.ts'
import { stepsWithPlaces } from '../branches.ts'
import { blankStep, copyOf, type StepDraft } from '../step-draft.ts'
import {
  type ListKey,
  type ListPosition,
  listPositionOf,
  type MoveTarget,
  withList,
  withoutStep,
  withRestored,
  withStep,
} from '../step-tree.ts'
import { typeOf } from '../types/step-types.ts'
import { useUndoOffers } from './use-undo-offers.ts'

type Change = (steps: readonly StepDraft[]) => readonly StepDraft[]

export type StepActions = ReturnType<typeof useStepActions>

/**
 * Returns the actions on the steps of a spinner. Each action also moves the focus and announces its result to
 * screen readers.
 */
export function useStepActions(
  place: RefObject<HTMLElement | null>,
  steps: readonly StepDraft[],
  columns: readonly string[],
  opened: number | null,
  onChange: (change: Change) => void,
) {
  const [open, setOpen] = useState<ReadonlySet<string>>(() => firstOpen(steps, opened))
  const [news, setNews] = useState('')
  const setFocus = useStepFocus(place)
  const offerUndo = useUndoOffers()

  const setOne = (key: string, isOpen: boolean) =>
    setOpen((before) => new Set(isOpen ? [...before, key] : [...before].filter((one) => one !== key)))

  const insert = (step: StepDraft, list: ListKey, at: number, isCopy: boolean) => {
    onChange((present) => withList(present, list, (siblings) => siblings.toSpliced(at, 0, step)))
    setOne(step.key, true)
    const name = typeOf(step).label
    setNews(
      isCopy
        ? `The ${name} step was duplicated at position ${at + 1}.`
        : `The ${name} step was added at position ${at + 1}.`,
    )
    // Moves the focus to the new step only after the menu has returned the focus to its button.
    setTimeout(() =>
      setFocus([
        `[data-step="${step.key}"] :is(input:not([type=checkbox], [type=radio]), select, textarea)`,
        `[data-step="${step.key}"] [data-toggle]`,
      ]),
    )
  }

  return {
    news,
    isOpen: (key: string) => open.has(key),
    toggle: (key: string) => setOne(key, !open.has(key)),
    /** Replaces an edited step. `changed` already contains the steps in its branches. */
    replace: (changed: StepDraft) => onChange((present) => withStep(present, changed.key, () => changed)),
    add: (type: Step['type'], list: ListKey, at: number) => insert(blankStep(type, columns), list, at, false),
    duplicate: (step: StepDraft) => {
      const home = listPositionOf(steps, step.key)
      if (home !== null) insert(copyOf(step), home.list, home.at + 1, true)
    },
    /** Moves a step to another position in its list of steps. */
    move: (key: string, to: number) => {
      const home = listPositionOf(steps, key)
      const step = home?.siblings[home.at]
      if (home === null || step === undefined || home.at === to) return
      onChange((present) =>
        withList(present, home.list, (siblings) =>
          siblings.filter((sibling) => sibling.key !== key).toSpliced(to, 0, step),
        ),
      )
      setNews(`The ${typeOf(step).label} step is now at position ${to + 1} of ${home.siblings.length} steps.`)
      // Returns the focus to a button of the moved step. The step loses the focus when it moves, and the
      // pressed button may become disabled.
      const branches = to < home.at ? ['up', 'down'] : ['down', 'up']
      if (place.current?.querySelector('[data-move]:focus') != null)
        setFocus(branches.map((way) => `[data-step="${key}"] [data-move="${way}"]`))
    },
    /** Moves a step from its list to the end of another branch or of the pipeline. */
    moveTo: (key: string, { list, path }: MoveTarget) => {
      const home = listPositionOf(steps, key)
      const step = home?.siblings[home.at]
      if (step === undefined) return
      onChange((present) => withList(withoutStep(present, key), list, (siblings) => [...siblings, step]))
      setNews(`The ${typeOf(step).label} step is now at the end of ${path ?? 'the spinner'}.`)
      setTimeout(() => setFocus([`[data-step="${key}"] [data-toggle]`]))
    },
    remove: (step: StepDraft) => {
      const home = listPositionOf(steps, step.key)
      if (home === null) return
      const path = stepsWithPlaces(steps).find((placed) => placed.step.key === step.key)?.path ?? ''
      onChange((present) => withoutStep(present, step.key))
      setTimeout(() => setFocus(focusAfterRemoval(home)))
      offerUndo(step, path, () => onChange((present) => withRestored(present, step, home)))
    },
  }
}

/** Returns the keys of the steps that are open at first: the step that a link names, or the only step. */
function firstOpen(steps: readonly StepDraft[], opened: number | null): ReadonlySet<string> {
  const [first, ...others] = stepsWithPlaces(steps)
  const wanted = opened === null ? (others.length === 0 ? first : undefined) : [first, ...others][opened]
  return new Set(wanted === undefined ? [] : [wanted.step.key])
}

/** Returns the selectors of the elements that get the focus when a step is gone. */
function focusAfterRemoval({ list, siblings, at }: ListPosition): readonly string[] {
  const next = siblings[at + 1] ?? siblings[at - 1]
  if (next !== undefined) return [`[data-step="${next.key}"] [data-toggle]`]
  return [`${list === null ? '' : `[data-branch="${list.branch}"] `}[data-add]`, '[data-add]']
}

/** Returns the action that focuses the first enabled element among elements with these selectors. */
function useStepFocus(place: RefObject<HTMLElement | null>) {
  const [focus, setFocus] = useState<readonly string[]>([])

  useEffect(() => {
    const found = focus.map((selector) => place.current?.querySelector<HTMLElement>(selector))
    found.find((element) => element?.matches(':enabled') === true)?.focus()
  }, [focus, place])
  return setFocus
}
