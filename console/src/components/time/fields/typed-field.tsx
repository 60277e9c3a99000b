import { TextInput, type TextInputProps } from '@mantine/core'
import { useRef, useState } from 'react'
import { CalendarButton } from './calendar-button.tsx'
import type { Days } from './days.ts'
import type { TextForm } from './reading.ts'
import { useValueText } from './use-value-text.ts'

/** The properties of the fields for dates and times. */
export interface TypedFieldProps
  extends Pick<
    TextInputProps,
    'label' | 'description' | 'required' | 'disabled' | 'w' | 'maw' | 'flex' | 'aria-label'
  > {
  /** The value of the field; an empty text if it has none. */
  value: string
  error?: string | undefined
  'data-autofocus'?: boolean
  /** Called at each key, with an empty value while the text is no date or time. */
  onChange?: (value: string) => void
  /** Called when a new value is complete: on Enter, when the field is left, or when a day is chosen. */
  onDone?: (value: string) => void
}

/** A text field for a date or a time. The user types it in any usual form; the field writes it in the user's own. */
export function TypedField({
  form,
  days,
  value,
  error,
  onChange,
  onDone,
  ...field
}: TypedFieldProps & {
  form: TextForm
  /** The days of the calendar; undefined for a field without one. */
  days?: Days
}) {
  const input = useRef<HTMLInputElement>(null)
  const [isOpen, setOpen] = useState(false)
  const { text, fault, type, settle, choose } = useValueText({ value, form, onChange, onDone })
  const chooseDay = (day: string) => {
    const chosen = days?.valueOn(day) ?? day
    choose(chosen)
    // Selects the hour behind the date, so that the user can type another one.
    if (days?.withHour === true) setTimeout(() => selectHour(input.current))
  }
  const open = (next: boolean) => {
    // The focus returns from the calendar to the element that had it: to the text if its hour is to be typed.
    if (next && days?.withHour === true) input.current?.focus()
    setOpen(next)
  }
  return (
    <TextInput
      ref={input}
      {...field}
      autoComplete="off"
      spellCheck={false}
      value={text}
      error={fault ?? error}
      onChange={(event) => type(event.currentTarget.value)}
      onBlur={settle}
      onKeyDown={(event) => {
        if (event.key === 'Enter') settle()
        if (event.key !== 'ArrowDown' || days === undefined) return
        event.preventDefault()
        open(true)
      }}
      rightSection={
        days !== undefined && (
          <CalendarButton
            days={days}
            isOpen={isOpen}
            disabled={field.disabled === true}
            onOpen={open}
            onChoose={chooseDay}
          />
        )
      }
    />
  )
}

function selectHour(input: HTMLInputElement | null): void {
  input?.setSelectionRange(input.value.lastIndexOf(', ') + 2, input.value.length)
}
