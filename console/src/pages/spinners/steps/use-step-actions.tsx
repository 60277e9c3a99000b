import { Button, Group, Text } from '@mantine/core'
import { hideNotification, showNotification } from '@mantine/notifications'
import { type RefObject, useEffect, useRef, useState } from 'react'
import type { Step } from '../../../api/schema.ts'
import { blankStep, copyOf, type StepDraft } from './step-draft.ts'
import { typeOf } from './types/step-types.ts'

type Change = (steps: readonly StepDraft[]) => readonly StepDraft[]

/** What can be done with steps, with the focus and the words that go with it. */
export function useStepActions(
  place: RefObject<HTMLElement | null>,
  steps: readonly StepDraft[],
  columns: readonly string[],
  opened: number | null,
  onChange: (change: Change) => void,
) {
  const [open, setOpen] = useState<ReadonlySet<string>>(
    () => new Set(steps.length === 1 ? steps.map(({ key }) => key) : [steps[opened ?? -1]?.key ?? '']),
  )
  const [news, setNews] = useState('')
  const [focus, setFocus] = useState<readonly string[]>([])

  useEffect(() => {
    const found = focus.map((selector) => place.current?.querySelector<HTMLElement>(selector))
    found.find((element) => element?.matches(':enabled') === true)?.focus()
  }, [focus, place])

  // An undo is for the page that it was offered on.
  const undoable = useRef<string[]>([])
  useEffect(
    () => () => {
      for (const id of undoable.current.splice(0)) hideNotification(id)
    },
    [],
  )

  const setOne = (key: string, isOpen: boolean) =>
    setOpen((before) => new Set(isOpen ? [...before, key] : [...before].filter((one) => one !== key)))

  const insert = (step: StepDraft, at: number, said: string) => {
    onChange((present) => present.toSpliced(at, 0, step))
    setOne(step.key, true)
    setNews(`${typeOf(step).label} step ${said} at place ${at + 1}.`)
    // Menus give the focus back to their button first.
    setTimeout(() =>
      setFocus([`[data-step="${step.key}"] :is(input:not([type=checkbox]), select, textarea)`]),
    )
  }

  return {
    news,
    isOpen: (key: string) => open.has(key),
    toggle: (key: string) => setOne(key, !open.has(key)),
    add: (type: Step['type'], at: number) => insert(blankStep(type, columns), at, 'added'),
    duplicate: (step: StepDraft) =>
      insert(copyOf(step), steps.findIndex(({ key }) => key === step.key) + 1, 'duplicated'),
    move: (key: string, to: number) => {
      const from = steps.findIndex((step) => step.key === key)
      const step = steps[from]
      if (step === undefined || from === to) return
      onChange((present) =>
        present
          .filter((one) => one.key !== key)
          .toSpliced(to, 0, ...present.filter((one) => one.key === key)),
      )
      setNews(`${typeOf(step).label} step moved to place ${to + 1} of ${steps.length}.`)
      // A node that is moved in the page loses the focus; the button may be at its end now.
      const ways = to < from ? ['up', 'down'] : ['down', 'up']
      if (place.current?.querySelector('[data-move]:focus') != null)
        setFocus(ways.map((way) => `[data-step="${key}"] [data-move="${way}"]`))
    },
    remove: (step: StepDraft, index: number) => {
      onChange((present) => present.filter(({ key }) => key !== step.key))
      const next = steps[index + 1] ?? steps[index - 1]
      if (next !== undefined) setTimeout(() => setFocus([`[data-step="${next.key}"] [data-toggle]`]))
      const id = `removed-${step.key}`
      undoable.current.push(id)
      showNotification({
        id,
        autoClose: 10_000,
        // Where it covers none of the page's actions.
        position: 'bottom-center',
        closeButtonProps: { 'aria-label': 'Close' },
        message: (
          <Group justify="space-between">
            <Text size="sm">
              Step {index + 1}, {typeOf(step).label}, was removed.
            </Text>
            <Button
              size="compact-sm"
              variant="default"
              onClick={() => {
                hideNotification(id)
                onChange((present) =>
                  present.some(({ key }) => key === step.key) ? present : present.toSpliced(index, 0, step),
                )
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
