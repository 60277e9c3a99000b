import { Portal, Text, VisuallyHidden } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { t } from '../../../../languages/text.ts'
import classes from './choice-list.module.css'
import type { Choice } from './completion.ts'

/** The position of the list of completions on the screen: below the line of the caret. */
export interface Spot {
  readonly left: number
  readonly top: number
  readonly bottom: number
}

export const optionId = (list: string, index: number) => `${list}-${index}`

/**
 * The list of completions at the caret of a template field. The field keeps the focus; its keys move the
 * selection in the list.
 */
export function ChoiceList({
  id,
  choices,
  active,
  spot,
  onTake,
}: {
  id: string
  choices: readonly Choice[]
  active: number
  spot: Spot
  onTake: (choice: Choice) => void
}) {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    list.current?.children[active]?.scrollIntoView({ block: 'nearest' })
  }, [active])
  const height = Math.min(250, choices.length * 36 + 10)
  const above = spot.bottom + height + 8 > window.innerHeight && spot.top > height
  const left = Math.max(8, Math.min(spot.left, window.innerWidth - 328))
  const place = above ? { bottom: window.innerHeight - spot.top + 4 } : { top: spot.bottom + 4 }
  return (
    <Portal>
      <div
        ref={list}
        id={id}
        role="listbox"
        aria-label={t('Values')}
        className={classes['list']}
        style={{ left, ...place }}
      >
        {choices.map((choice, index) => (
          <div
            key={choice.key}
            id={optionId(id, index)}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            className={classes['option']}
            // Takes a completion when the mouse is pressed and prevents the default, which would take the
            // focus and the caret from the field.
            onMouseDown={(event) => {
              event.preventDefault()
              onTake(choice)
            }}
          >
            <span className={classes['name']}>{choice.label}</span>
            <Text span size="xs" c="dimmed">
              {choice.help}
            </Text>
          </div>
        ))}
      </div>
      <VisuallyHidden role="status">
        {t(
          '{count, plural, =1 {One value.} other {{count} values.}} Arrow keys choose a value, Enter inserts it.',
          { count: choices.length },
        )}
      </VisuallyHidden>
    </Portal>
  )
}
