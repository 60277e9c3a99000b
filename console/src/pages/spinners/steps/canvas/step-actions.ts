import type { Step } from '../../../../api/schema.ts'
import { t } from '../../../../languages/text.ts'
import type { Draft } from '../../draft/draft.ts'
import { stepsWithPlaces } from '../branches.ts'
import { asFollowUp, blankStep, copyOf, type StepDraft } from '../step-draft.ts'
import {
  changedStep,
  type ListKey,
  type ListPosition,
  listPositionOf,
  type MoveTarget,
  withList,
  withoutStep,
  withStep,
} from '../step-tree.ts'
import { typeOf } from '../types/step-types.ts'
import type { UndoOffer } from './use-undo-offer.ts'

interface Tools {
  readonly draft: Draft
  readonly columns: readonly string[]
  /** Opens a step. */
  readonly open: (key: string) => void
  /** Tells screen readers the result of an action. */
  readonly setNews: (news: string) => void
  /** Focuses the first enabled element with one of the selectors. */
  readonly setFocus: (selectors: readonly string[]) => void
  readonly offer: UndoOffer
}

export type StepActions = ReturnType<typeof stepActions>

/** Returns the actions on the steps of a draft. Each can be undone. A step that is added or brought back is opened. */
export function stepActions(tools: Tools) {
  const { draft, offer } = tools
  return {
    /** Replaces an edited step. `changed` already contains the steps in its branches. */
    replace: (changed: StepDraft) => {
      offer.hide()
      draft.editSteps((present) => withStep(present, changed.key, () => changed), changed.key)
    },
    ...additions(tools),
    ...moves(tools),
    ...removals(tools),
  }
}

const nodeOf = (key: string) => [`[data-step="${key}"] [data-node]`]

function additions({ draft, columns, open, setNews, setFocus, offer }: Tools) {
  const insert = (step: StepDraft, list: ListKey, at: number, isCopy: boolean) => {
    offer.hide()
    draft.editSteps((present) => withList(present, list, (siblings) => siblings.toSpliced(at, 0, step)))
    open(step.key)
    const name = typeOf(step).label
    setNews(
      isCopy
        ? t('The {name} step was duplicated at position {at}.', { name, at: at + 1 })
        : t('The {name} step was added at position {at}.', { name, at: at + 1 }),
    )
    // Moves the focus to the new step only after the menu has returned the focus to its button.
    setTimeout(() =>
      setFocus([
        '[data-fields] :is(input:not([type=checkbox], [type=radio]), select, textarea)',
        ...nodeOf(step.key),
      ]),
    )
  }
  return {
    add: (type: Step['type'], list: ListKey, at: number) =>
      insert(newStep(draft.state().edited.steps, blankStep(type, columns), { list, at }), list, at, false),
    duplicate: (key: string) => {
      const home = listPositionOf(draft.state().edited.steps, key)
      const step = home?.siblings[home.at]
      if (home !== null && step !== undefined) insert(copyOf(step), home.list, home.at + 1, true)
    },
  }
}

function moves({ draft, setNews, setFocus, offer }: Tools) {
  return {
    /** Moves a step to another position in its list of steps. Does nothing if there is no such position. */
    move: (key: string, to: number) => {
      const home = listPositionOf(draft.state().edited.steps, key)
      const step = home?.siblings[home.at]
      if (home === null || step === undefined || home.siblings[to] === undefined || home.at === to) return
      offer.hide()
      draft.editSteps((present) =>
        withList(present, home.list, (siblings) =>
          siblings.filter((sibling) => sibling.key !== key).toSpliced(to, 0, step),
        ),
      )
      setNews(
        t('The {label} step is now at position {to} of {count} steps.', {
          label: typeOf(step).label,
          to: to + 1,
          count: home.siblings.length,
        }),
      )
      // Returns the focus to the moved step, which loses the focus when it moves. The pressed button may become
      // disabled.
      const ways = to < home.at ? ['up', 'down'] : ['down', 'up']
      const focused = document.activeElement
      if (focused?.matches('[data-move]') === true) setFocus(ways.map((way) => `[data-move="${way}"]`))
      else if (focused?.matches('[data-node]') === true) setFocus(nodeOf(key))
    },
    /** Moves a step from its list to the end of another branch or of the pipeline. */
    moveTo: (key: string, { list, path }: MoveTarget) => {
      const home = listPositionOf(draft.state().edited.steps, key)
      const step = home?.siblings[home.at]
      if (step === undefined) return
      offer.hide()
      draft.editSteps((present) =>
        withList(withoutStep(present, key), list, (siblings) => [...siblings, step]),
      )
      setNews(
        t('The {label} step is now at the end of {path}.', {
          label: typeOf(step).label,
          path: path ?? t('the spinner'),
        }),
      )
      setTimeout(() => setFocus(nodeOf(key)))
    },
  }
}

function removals({ draft, open, setNews, setFocus, offer }: Tools) {
  /** Undoes or repeats a change of the steps, and opens the step that it changed. */
  const turn = (isUndo: boolean) => {
    const before = draft.state().edited.steps
    if (!(isUndo ? draft.undo() : draft.redo())) return
    offer.hide()
    const changed = changedStep(before, draft.state().edited.steps)
    if (changed !== null) open(changed)
    setNews(isUndo ? t('The last change was undone.') : t('The change was made again.'))
  }
  return {
    /** Removes a step, unless it is the only step of the spinner. */
    remove: (key: string) => {
      const { steps } = draft.state().edited
      const placed = stepsWithPlaces(steps)
      const home = listPositionOf(steps, key)
      const step = home?.siblings[home.at]
      if (home === null || step === undefined || placed.length === 1) return
      const path = placed.find((each) => each.step.key === key)?.path ?? ''
      draft.editSteps((present) => withoutStep(present, key))
      const next = stepAfterRemoval(home)
      if (next !== undefined) open(next)
      setTimeout(() => setFocus(next === undefined ? ['[data-add]'] : nodeOf(next)))
      offer.show(
        `removed-${key}`,
        t('Step {path}, {label}, was removed.', { path, label: typeOf(step).label }),
        () => turn(true),
      )
    },
    undo: () => turn(true),
    redo: () => turn(false),
  }
}

/** Returns the key of the step that is opened when a step is gone. */
function stepAfterRemoval({ list, siblings, at }: ListPosition): string | undefined {
  return (siblings[at + 1] ?? siblings[at - 1])?.key ?? list?.step
}

/** Returns a new step for a place, as it follows the last step of its type before that place. */
function newStep(
  steps: readonly StepDraft[],
  blank: StepDraft,
  { list, at }: { readonly list: ListKey; readonly at: number },
): StepDraft {
  const inserted = withList(steps, list, (siblings) => siblings.toSpliced(at, 0, blank))
  const placed = stepsWithPlaces(inserted).map(({ step }) => step)
  const index = placed.findIndex(({ key }) => key === blank.key)
  const before = placed.slice(0, index).findLast(({ type }) => type === blank.type)
  return asFollowUp(blank, before)
}
