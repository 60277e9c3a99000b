import { isTriggerColumn } from '../../../../api/spinner/trigger-columns.ts'
import { t } from '../../../../languages/text.ts'
import { tagFor } from '../fields/template-text.ts'
import { filterHelp } from './filter-help.ts'

/** The text before the caret inside an open template tag, which the user completes. */
export interface Completion {
  readonly kind: 'value' | 'filter'
  /** The index in the text before the caret at which a chosen completion begins to replace it. */
  readonly from: number
  readonly query: string
}

export interface Choice {
  readonly key: string
  readonly label: string
  /** A short description of the completion, shown in the list of completions. */
  readonly help: string
  readonly text: string
}

const most = 50

/** Returns the text to complete at the caret; null if no template tag is open there. */
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

/** Returns the possible completions of a template tag, most likely first. */
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
    help: isTriggerColumn(name) ? t('Trigger data') : t('Column'),
    text: tagFor(name, through),
  }))
  const others = given.map((name) => ({
    key: name,
    label: name,
    help: t('The unsubscribe link of the recipient'),
    text: tagFor(name, through),
  }))
  return likeliest([...plain, ...others], wanted)
}

/**
 * Returns the completions that match the typed text. Labels that begin with the text come before labels that
 * contain it.
 */
function likeliest(choices: readonly Choice[], wanted: string): readonly Choice[] {
  const found = choices.filter(({ label }) => label.toLowerCase().includes(wanted))
  const begins = (choice: Choice) => choice.label.toLowerCase().startsWith(wanted)
  return [...found.filter(begins), ...found.filter((choice) => !begins(choice))].slice(0, most)
}

/** Returns how many characters after the caret already close the template tag and are replaced as well. */
export function closedAfter(after: string): number {
  return /^\s*-?\}\}/.exec(after)?.[0].length ?? 0
}
