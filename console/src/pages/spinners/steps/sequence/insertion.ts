import { createContext, useContext } from 'react'

type Field = HTMLInputElement | HTMLTextAreaElement

/** What takes a text where its caret stands. */
export interface Target {
  readonly isConnected: boolean
  insert(text: string): void
}

/** Where a variable goes that is chosen: the template field of a step that was last in use. */
export class InsertionPoint {
  #target: Target | null = null
  #filter: string | undefined

  /** `filter` is what a value has to go through in this field, such as `json`. */
  readonly enter = (target: Target, filter: string | undefined): void => {
    this.#target = target
    this.#filter = filter
  }

  /** Takes a field until another one is in use. */
  readonly offer = (target: Target, filter: string | undefined): void => {
    if (this.#target?.isConnected !== true) this.enter(target, filter)
  }

  /** Puts a text where the caret stands, and leaves the caret after it. */
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
