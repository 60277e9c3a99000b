import { createContext, useContext } from 'react'

type Field = HTMLInputElement | HTMLTextAreaElement

/** Where a variable goes that is clicked: the template field of a step that was last in use. */
export class InsertionPoint {
  #field: Field | null = null
  #filter: string | undefined

  /** `filter` is what a value has to go through in this field, such as `json`. */
  readonly enter = (field: Field, filter: string | undefined): void => {
    this.#field = field
    this.#filter = filter
  }

  /** Takes a field until another one is in use. */
  readonly offer = (field: Field, filter: string | undefined): void => {
    if (this.#field?.isConnected !== true) this.enter(field, filter)
  }

  /** Puts a text where the caret stands, and leaves the caret after it. */
  readonly insert = (textFor: (filter: string | undefined) => string): void => {
    const field = this.#field
    if (field === null) return
    const { selectionStart, selectionEnd, value } = field
    const text = textFor(this.#filter)
    field.setRangeText(text, selectionStart ?? value.length, selectionEnd ?? value.length, 'end')
    field.dispatchEvent(new Event('input', { bubbles: true }))
    field.focus()
  }
}

export const InsertionContext = createContext(new InsertionPoint())

export const useInsertion = () => useContext(InsertionContext)
