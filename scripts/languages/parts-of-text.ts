import { IntlMessageFormat } from 'intl-messageformat'

/** An element of a parsed text, as far as it is read here. */
interface Element {
  readonly type: number
  readonly value?: string
  readonly options?: Readonly<Record<string, { readonly value: readonly Element[] }>>
  readonly children?: readonly Element[]
}

/**
 * The names of the types of elements that a translation must have too. Parts of text and "#" have none. A plural counts
 * as its number, because languages differ in the words that depend on a number.
 */
const namesOfTypes = ['', 'value', 'number', 'date', 'time', 'select', 'number', '', 'tag'] as const

/**
 * Returns the parts of a text that a translation must have too, such as "value name", "number count" and "tag link".
 * Throws if the text is not valid in ICU MessageFormat.
 */
export function partsOfText(text: string, { isRich }: { isRich: boolean }): ReadonlySet<string> {
  const message = new IntlMessageFormat(text.replaceAll("'", "''"), 'en', undefined, { ignoreTag: !isRich })
  const parts = new Set<string>()
  add(message.getAst())
  return parts

  function add(elements: readonly Element[]): void {
    for (const { type, value = '', options = {}, children = [] } of elements) {
      const name = namesOfTypes[type] ?? ''
      if (name !== '') parts.add(`${name} ${value}`)
      for (const option of Object.values(options)) add(option.value)
      add(children)
    }
  }
}
