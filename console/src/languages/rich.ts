import type { IntlMessageFormat } from 'intl-messageformat'
import { cloneElement, createElement, Fragment, isValidElement, type ReactNode } from 'react'
import { translationOf } from './catalogue.ts'
import { parsed } from './text.ts'

const messages = new Map<string, IntlMessageFormat>()

/**
 * Returns a text with elements. An element whose name is a tag of the text, as in "See the <link>jobs</link>", gets the
 * content of the tag as its children.
 */
export function rich(text: string, values: Readonly<Record<string, ReactNode>>): ReactNode {
  const filled = Object.entries(values).map(([name, value]) => [
    name,
    text.includes(`<${name}>`) && isValidElement(value)
      ? (parts: ReactNode[]) => cloneElement(value, undefined, ...parts)
      : value,
  ])
  const message = messageOf(translationOf(text))
  const parts = message.format<ReactNode>(Object.fromEntries(filled))
  return Array.isArray(parts) ? createElement(Fragment, null, ...parts) : parts
}

function messageOf(text: string): IntlMessageFormat {
  const message = messages.get(text) ?? parsed(text, { ignoreTag: false })
  messages.set(text, message)
  return message
}
