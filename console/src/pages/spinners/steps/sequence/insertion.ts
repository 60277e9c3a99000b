import { createContext, useContext } from 'react'

type Field = HTMLInputElement | HTMLTextAreaElement

/** A field that takes a text at its caret. */
export interface Target {
  readonly isConnected: boolean
  insert(text: string): void
}

/** `InsertionPoint` holds the template field that was used last, into which a chosen variable is inserted. */
export class InsertionPoint {
  #target: Target | null = null
  #filter: string | undefined

  /** Sets the field in use. `filter` is the filter that values need in this field, such as `json`. */
  readonly enter = (target: Target, filter: string | undefined): void => {
    this.#target = target
    this.#filter = filter
  }

  /** Offers a field that is used until another one is focused. */
  readonly offer = (target: Target, filter: string | undefined): void => {
    if (this.#target?.isConnected !== true) this.enter(target, filter)
  }

  /** Inserts a text at the caret, and leaves the caret after it. */
  readonly insert = (textFor: (filter: string | undefined) => string): void => {
    this.#target?.insert(textFor(this.#filter))
  }
}

export function inField(field: Field): Target {
  return {
    get isConnected() {
      return field.isConnected
    },
    insert(text) {
      const { selectionStart, selectionEnd, value } = field
      field.setRangeText(text, selectionStart ?? value.length, selectionEnd ?? value.length, 'end')
      field.dispatchEvent(new Event('input', { bubbles: true }))
      field.focus()
    },
  }
}

export const InsertionContext = createContext(new InsertionPoint())

export const useInsertion = () => useContext(InsertionContext)
