import { useState } from 'react'
import { type TextForm, wordsOf } from './reading.ts'

interface Typed {
  readonly text: string
  /** The message about a text that was left and is no value; null while the user types. */
  readonly fault: string | null
  /** The value of the field when the text was left; null while the user types. */
  readonly left: string | null
}

interface TypedText {
  readonly text: string
  readonly fault: string | null
  readonly type: (text: string) => void
  /** Ends the typing: writes the text in the user's form, or shows what is wrong with it. */
  readonly settle: () => void
  /** Replaces the text by a value that was chosen otherwise. */
  readonly choose: (value: string) => void
}

/**
 * Holds the typed text of a field until it is left. `onChange` gets the value at each key, which is empty while the text
 * is no value; `onDone` gets the value when the typing ends.
 */
export function useValueText({
  value,
  form,
  onChange,
  onDone,
}: {
  value: string
  form: TextForm
  onChange: ((value: string) => void) | undefined
  onDone: ((value: string) => void) | undefined
}): TypedText {
  const [stored, setTyped] = useState<Typed | null>(null)
  // Drops a text that was left as soon as the field gets another value, for example from a link.
  const typed = stored === null || (stored.left !== null && stored.left !== value) ? null : stored
  const readingOf = (text: string) => (text.trim() === '' ? { value: '' } : form.read(text))
  const end = (chosen: string) => {
    // Shows the new text until `value` follows, which the URL of a page does a moment later.
    setTyped(onDone === undefined ? null : { text: written(chosen), fault: null, left: value })
    if (chosen !== value) onDone?.(chosen)
  }
  const written = (chosen: string) => (chosen === '' ? '' : form.write(chosen))
  return {
    text: typed?.text ?? written(value),
    fault: typed?.fault ?? null,
    type: (text) => {
      const reading = readingOf(text)
      setTyped({ text, fault: null, left: null })
      onChange?.('value' in reading ? reading.value : form.passesFaults === true ? text : '')
    },
    settle: () => {
      if (typed === null || typed.left !== null) return
      const reading = readingOf(typed.text)
      if ('value' in reading) end(reading.value)
      else setTyped({ text: typed.text, fault: wordsOf(reading.fault, form), left: value })
    },
    choose: (chosen) => {
      onChange?.(chosen)
      end(chosen)
    },
  }
}
