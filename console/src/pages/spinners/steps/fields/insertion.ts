import { createContext, useContext } from 'react'

type Field = HTMLTextAreaElement

/** A template field or an editor that inserts a text at its caret. */
export interface InsertionTarget {
  readonly isConnected: boolean
  insert(text: string): void
}

/** `InsertionPoint` holds the template field that was used last, into which a chosen variable is inserted. */
export class InsertionPoint {
  #target: InsertionTarget | null = null
  #filter: string | undefined

  /**
   * Sets the template field in use. `filter` is the filter that inserted values need in this field, such as
   * `json`.
   */
  readonly enter = (target: InsertionTarget, filter: string | undefined): void => {
    this.#target = target
    this.#filter = filter
  }

  /**
   * Sets a template field for insertions until the user focuses another one. Does nothing if a field is in
   * use.
   */
  readonly offer = (target: InsertionTarget, filter: string | undefined): void => {
    if (this.#target?.isConnected !== true) this.enter(target, filter)
  }

  /** Inserts a text at the caret of the template field in use, and leaves the caret after the text. */
  readonly insert = (textFor: (filter: string | undefined) => string): void => {
    this.#target?.insert(textFor(this.#filter))
  }
}

export function inField(field: Field): InsertionTarget {
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
