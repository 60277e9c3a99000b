import { Button, Group, Text } from '@mantine/core'
import { hideNotification, showNotification } from '@mantine/notifications'
import { type RefObject, useEffect, useRef, useState } from 'react'
import type { Step } from '../../../../api/schema.ts'
import { stepsWithPlaces } from '../branches.ts'
import { blankStep, copyOf, type StepDraft } from '../step-draft.ts'
import { type ListKey, listPositionOf, type MoveTarget, withList, withStep } from '../step-tree.ts'
import { typeOf } from '../types/step-types.ts'

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
  const [open, setOpen] = useState<ReadonlySet<string>>(() => {
    const [first, ...others] = stepsWithPlaces(steps)
    const wanted = opened === null ? (others.length === 0 ? first : undefined) : [first, ...others][opened]
    return new Set(wanted === undefined ? [] : [wanted.step.key])
  })
  const [news, setNews] = useState('')
  const [focus, setFocus] = useState<readonly string[]>([])

  useEffect(() => {
    const found = focus.map((selector) => place.current?.querySelector<HTMLElement>(selector))
    found.find((element) => element?.matches(':enabled') === true)?.focus()
  }, [focus, place])

  // Hides the offers to undo the removal of steps when the user leaves the page.
  const undoable = useRef<string[]>([])
  useEffect(
    () => () => {
      for (const id of undoable.current.splice(0)) hideNotification(id)
    },
    [],
  )

  const setOne = (key: string, isOpen: boolean) =>
    setOpen((before) => new Set(isOpen ? [...before, key] : [...before].filter((one) => one !== key)))

  const insert = (step: StepDraft, list: ListKey, at: number, isCopy: boolean) => {
    onChange((present) => withList(present, list, (siblings) => siblings.toSpliced(at, 0, step)))
    setOne(step.key, true)
    const name = typeOf(step).label
    setNews(
      isCopy
        ? `The ${name} step was duplicated at place ${at + 1}.`
        : `The ${name} step was added at place ${at + 1}.`,
    )
    // Moves the focus to the new step only after the menu has returned the focus to its button.
    setTimeout(() =>
      setFocus([
        `[data-step="${step.key}"] :is(input:not([type=checkbox], [type=radio]), select, textarea)`,
        `[data-step="${step.key}"] [data-toggle]`,
      ]),
    )
  }

  const taken = (present: readonly StepDraft[], key: string) => {
    const home = listPositionOf(present, key)
    return home === null
      ? present
      : withList(present, home.list, (siblings) => siblings.filter((one) => one.key !== key))
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
          siblings.filter((one) => one.key !== key).toSpliced(to, 0, step),
        ),
      )
      setNews(`The ${typeOf(step).label} step is now at place ${to + 1} of ${home.siblings.length} steps.`)
      // Returns the focus to a button of the moved step. The step loses the focus when it moves, and the
      // pressed button may become disabled.
      const ways = to < home.at ? ['up', 'down'] : ['down', 'up']
      if (place.current?.querySelector('[data-move]:focus') != null)
        setFocus(ways.map((branch) => `[data-step="${key}"] [data-move="${branch}"]`))
    },
    /** Moves a step from its list to the end of another branch or of the pipeline. */
    moveTo: (key: string, { list, path }: MoveTarget) => {
      const home = listPositionOf(steps, key)
      const step = home?.siblings[home.at]
      if (step === undefined) return
      onChange((present) => withList(taken(present, key), list, (siblings) => [...siblings, step]))
      setNews(`The ${typeOf(step).label} step is now at the end of ${path ?? 'the spinner'}.`)
      setTimeout(() => setFocus([`[data-step="${key}"] [data-toggle]`]))
    },
    remove: (step: StepDraft) => {
      const home = listPositionOf(steps, step.key)
      if (home === null) return
      const path = stepsWithPlaces(steps).find((one) => one.step.key === step.key)?.path ?? ''
      onChange((present) => taken(present, step.key))
      const next = home.siblings[home.at + 1] ?? home.siblings[home.at - 1]
      const list = home.list === null ? '' : `[data-branch="${home.list.branch}"] `
      setTimeout(() =>
        setFocus(
          next === undefined
            ? [`${list}[data-add]`, '[data-add]']
            : [`[data-step="${next.key}"] [data-toggle]`],
        ),
      )
      const id = `removed-${step.key}`
      undoable.current.push(id)
      const back = (present: readonly StepDraft[]) => {
        if (listPositionOf(present, step.key) !== null) return present
        const restored = withList(present, home.list, (siblings) => siblings.toSpliced(home.at, 0, step))
        // Adds a restored step at the end of the pipeline if the branch that held it is gone.
        return listPositionOf(restored, step.key) === null ? [...present, step] : restored
      }
      showNotification({
        id,
        autoClose: 10_000,
        // Shows the offer to undo at the bottom, where it covers none of the page's actions.
        position: 'bottom-center',
        closeButtonProps: { 'aria-label': 'Close' },
        message: (
          <Group justify="space-between">
            <Text size="sm">
              Step {path}, {typeOf(step).label}, was removed.
            </Text>
            <Button
              size="compact-sm"
              variant="default"
              onClick={() => {
                hideNotification(id)
                onChange(back)
              }}
            >
              Undo
            </Button>
          </Group>
        ),
      })
    },
  }
}
