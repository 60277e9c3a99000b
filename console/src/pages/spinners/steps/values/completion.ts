import { tagFor } from '../fields/template-text.ts'
import { filterHelp } from './filter-help.ts'

/** The text that is being typed before the caret, inside an open tag. */
export interface Completion {
  readonly kind: 'value' | 'filter'
  /** The start of the text that a choice replaces. */
  readonly from: number
  readonly query: string
}

export interface Choice {
  readonly key: string
  readonly label: string
  /** A short description of the choice. */
  readonly help: string
  readonly text: string
}

const most = 50

/** Returns the completion at the caret; null if no tag is open there. */
export function completionIn(before: string): Completion | null {
  const open = before.lastIndexOf('{{')
  if (open === -1) return null
  const inside = before.slice(open + 2)
  if (/[{}\n]/.test(inside) || inside.length > 200) return null
  const filter = /\|\s*(\w*)$/.exec(inside)
  if (filter !== null) {
    const [, query = ''] = filter
    return { kind: 'filter', from: before.length - query.length, query }
  }
  if (inside.includes('|')) return null
  return { kind: 'value', from: open, query: inside.replace(/^-?\s*\[?"?/, '').trimEnd() }
}

/** Returns the possible completions, most likely first. */
export function choicesFor(
  { kind, query }: Completion,
  {
    columns,
    given,
    filter,
  }: { columns: readonly string[]; given: readonly string[]; filter?: string | undefined },
): readonly Choice[] {
  const wanted = query.toLowerCase()
  if (kind === 'filter')
    return likeliest(
      filterHelp.map(([name, text, help]) => ({ key: name, label: name, help, text: `${text} }}` })),
      wanted,
    )
  const through = filter === undefined ? {} : { filter }
  const plain = columns.map((name) => ({
    key: name,
    label: name,
    help: name.startsWith('trigger.') ? 'Trigger data' : 'Column',
    text: tagFor(name, through),
  }))
  const others = given.map((name) => ({
    key: name,
    label: name,
    help: 'The unsubscribe link of the recipient',
    text: tagFor(name, through),
  }))
  const safe = columns.map((name) => ({
    key: `${name} or`,
    label: `${name}, or a word`,
    help: 'If the value may be empty',
    text: tagFor(name, { ...through, fallback: 'there' }),
  }))
  return likeliest([...plain, ...others, ...safe], wanted)
}

/**
 * Returns matching choices. Labels that begin with the text come before labels that contain it; otherwise the
 * order is kept.
 */
function likeliest(choices: readonly Choice[], wanted: string): readonly Choice[] {
  const found = choices.filter(({ label }) => label.toLowerCase().includes(wanted))
  const begins = (choice: Choice) => choice.label.toLowerCase().startsWith(wanted)
  return [...found.filter(begins), ...found.filter((choice) => !begins(choice))].slice(0, most)
}

/** Returns how many characters after the caret close the tag already and are replaced as well. */
export function closedAfter(after: string): number {
  return /^\s*-?\}\}/.exec(after)?.[0].length ?? 0
}
