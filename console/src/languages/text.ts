import { IntlMessageFormat } from 'intl-messageformat'
import { createElement, Fragment, type ReactNode } from 'react'
import { catalogue } from './catalogue.ts'
import { language } from './language.ts'

type Values = Readonly<Record<string, string | number | null | undefined>>
type Part = string | ReactNode
/** Values of a text with elements. A function makes the element of a tag from the content of the tag. */
type RichValues = Readonly<Record<string, ReactNode | ((content: ReactNode) => ReactNode)>>

const messages = new Map<string, IntlMessageFormat>()
const richMessages = new Map<string, IntlMessageFormat>()

/**
 * Returns a text in the present language. The English text is the key of its translations; its values are named in
 * braces, as in "{count, plural, one {# record} other {# records}} of {table}" (ICU MessageFormat). Apostrophes quote
 * nothing.
 */
export function t(text: string, values?: Values): string {
  const translated = catalogue[text] ?? text
  if (values === undefined) return translated
  return String(messageOf(messages, translated, true).format(values))
}

/** Returns a text whose values are elements, or which has tags, as in "See the <link>jobs</link>". */
export function rich(text: string, values: RichValues): ReactNode {
  const wrapped = Object.entries(values).map(([name, value]) => [
    name,
    typeof value === 'function' ? (parts: Part[]) => value(together(parts)) : value,
  ])
  const parts = messageOf(richMessages, catalogue[text] ?? text, false).format<ReactNode>(
    Object.fromEntries(wrapped),
  )
  return Array.isArray(parts) ? together(parts) : parts
}

/** Returns parts as children of one element, so that React asks for no keys. */
function together(parts: readonly Part[]): ReactNode {
  return createElement(Fragment, null, ...parts)
}

function messageOf(
  cache: Map<string, IntlMessageFormat>,
  text: string,
  ignoreTag: boolean,
): IntlMessageFormat {
  const message =
    cache.get(text) ?? new IntlMessageFormat(text.replaceAll("'", "''"), language, undefined, { ignoreTag })
  cache.set(text, message)
  return message
}
