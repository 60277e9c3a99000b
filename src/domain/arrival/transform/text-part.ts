import { addressesIn } from '../../text/addresses-in-text.ts'

/** The kinds of values that a part of a text may be. There are no patterns of users, which could take hours. */
export const partKinds = ['email', 'phone', 'number', 'url'] as const
type PartValueKind = (typeof partKinds)[number]

/** The rules that take a part of a text. They apply in the order of these fields, each to the result before it. */
export interface TextPart {
  /** The number of a line, from 1. */
  readonly line?: number
  /** The text before `=` or `:` at the beginning of a line, in any capitalization; the part is the rest of the line. */
  readonly label?: string
  /** The text after whose first occurrence the part begins. */
  readonly after?: string
  /** The text before whose first occurrence the part ends. */
  readonly before?: string
  /** The kind of the value that the part is: the first one of this kind. */
  readonly match?: PartValueKind
}

/** The number of characters of a text that are searched for a part. */
const maxSearchedLength = 100_000

/** Returns a part of a text without surrounding blanks; null if the text has no such part. */
export function partOfText(whole: string, { line, label, after, before, match }: TextPart): string | null {
  let text: string | null = whole.slice(0, maxSearchedLength)
  if (line !== undefined) text = text.split(lineBreak)[line - 1] ?? null
  if (label !== undefined && text !== null) text = labelled(text, label)
  if (after !== undefined && text !== null) text = restAfter(text, after)
  if (before !== undefined && text !== null) text = text.split(before, 1)[0] ?? null
  if (match !== undefined && text !== null) text = firstOfKind(text, match)
  const part = text?.trim() ?? ''
  return part === '' ? null : part
}

const lineBreak = /\r\n|[\n\r\u2028\u2029]/

function labelled(text: string, label: string): string | null {
  const wanted = label.trim().toLowerCase()
  for (const line of text.split(lineBreak)) {
    const at = line.search(/[=:]/)
    if (at !== -1 && line.slice(0, at).trim().toLowerCase() === wanted) return line.slice(at + 1)
  }
  return null
}

/** The number of lines of a text in which labels are searched, and the largest number of characters of a label. */
const maxLabelledLines = 100
const maxLabelLength = 40

/**
 * Returns the labels of a text with lines such as `first = Ada` or `E-mail: ada@example.com`, each once and in any
 * capitalization. Returns none for a text with fewer than two such lines.
 */
export function labelsIn(text: string): readonly string[] {
  const labels = new Map<string, string>()
  for (const line of text.slice(0, maxSearchedLength).split(lineBreak, maxLabelledLines)) {
    const at = line.search(/[=:]/)
    const label = at === -1 ? '' : line.slice(0, at).trim()
    const isLabel = label !== '' && label.length <= maxLabelLength && !/^https?$/i.test(label)
    if (isLabel && line.slice(at + 1).trim() !== '' && !labels.has(label.toLowerCase()))
      labels.set(label.toLowerCase(), label)
  }
  return labels.size < 2 ? [] : [...labels.values()]
}

function restAfter(text: string, after: string): string | null {
  const at = text.indexOf(after)
  return at === -1 ? null : text.slice(at + after.length)
}

/** Patterns of values. Each repetition has a maximum, so the time grows with the length of the text alone. */
const patterns: Readonly<Record<Exclude<PartValueKind, 'email'>, RegExp>> = {
  phone: /[+(]{0,2}\d[\d\s()./-]{5,22}\d/,
  number: /[-+]?\d[\d.,]{0,30}/,
  url: /\bhttps?:\/\/[^\s<>"']{1,2000}/i,
}

function firstOfKind(text: string, kind: PartValueKind): string | null {
  if (kind === 'email') {
    const [first] = addressesIn(text)
    return first === undefined ? null : text.slice(first.start, first.end)
  }
  const [found] = patterns[kind].exec(text) ?? []
  return found?.replace(/[.,;:]$/, '') ?? null
}
