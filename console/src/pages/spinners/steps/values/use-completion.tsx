import { type KeyboardEvent, type ReactNode, useId, useState } from 'react'
import { caretSpot } from './caret-spot.ts'
import { ChoiceList, optionId, type Spot } from './choice-list.tsx'
import { type Choice, type Completion, choicesFor, closedAfter, completionIn } from './completion.ts'
import { useColumns } from './values-context.ts'

type Field = HTMLTextAreaElement

interface Open {
  readonly field: Field
  readonly completion: Completion
  readonly choices: readonly Choice[]
  readonly active: number
  readonly spot: Spot
}

/** Offers values and filters after `{{` in a plain text field. */
export function useCompletion(given: readonly string[], filter: string | undefined) {
  const id = useId()
  const columns = useColumns()
  const [open, setOpen] = useState<Open | null>(null)

  const look = (field: Field) => {
    const caret = field.selectionStart ?? 0
    const completion = field.selectionEnd === caret ? completionIn(field.value.slice(0, caret)) : null
    const choices = completion === null ? [] : choicesFor(completion, { columns, given, filter })
    if (completion === null || choices.length === 0) setOpen(null)
    else setOpen({ field, completion, choices, active: 0, spot: caretSpot(field, completion.from) })
  }
  const take = ({ text }: Choice) => {
    if (open === null) return
    const { field, completion } = open
    const caret = field.selectionStart ?? field.value.length
    const end = caret + closedAfter(field.value.slice(caret))
    field.setRangeText(text, completion.from, end, 'end')
    field.dispatchEvent(new Event('input', { bubbles: true }))
    setOpen(null)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (open === null) return
    const { choices, active } = open
    const move = (by: number) => setOpen({ ...open, active: (active + by + choices.length) % choices.length })
    if (event.key === 'ArrowDown') move(1)
    else if (event.key === 'ArrowUp') move(-1)
    else if (event.key === 'Enter' || event.key === 'Tab') take(choices[active] as Choice)
    else if (event.key === 'Escape') setOpen(null)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const list: ReactNode = open !== null && (
    <ChoiceList id={id} choices={open.choices} active={open.active} spot={open.spot} onTake={take} />
  )
  return {
    list,
    look,
    close: () => setOpen(null),
    field: {
      onKeyDown,
      'aria-autocomplete': 'list' as const,
      ...(open === null ? {} : { 'aria-controls': id, 'aria-activedescendant': optionId(id, open.active) }),
    },
  }
}
