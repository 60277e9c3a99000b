import { NativeSelect } from '@mantine/core'
import { t } from '../../../../languages/text.ts'
import { newKey } from '../new-key.ts'
import { blankComparison, type LeafDraft, type Question } from './where-draft.ts'

/** The questions about the person of a record, by the names that the choice of the column gives them. */
const questions = {
  sent: { label: t('was written to'), question: { sent: {} } },
  hasReplied: { label: t('has replied'), question: { hasReplied: {} } },
  isSuppressed: { label: t('is suppressed'), question: { isSuppressed: true } },
} as const satisfies Readonly<Record<string, { label: string; question: Question }>>

type QuestionName = keyof typeof questions

/** Begins the values of questions, so that a column may have the same name. */
const prefix = '?'

/** Chooses what a part of a condition looks at: a column, or a question about the person. */
export function LeafSelect({
  leaf,
  columns,
  fault,
  onChange,
  ...named
}: {
  label?: string
  'aria-label'?: string
  leaf: LeafDraft
  columns: readonly string[]
  fault: string | undefined
  onChange: (leaf: LeafDraft) => void
}) {
  const value = leaf.kind === 'comparison' ? leaf.column : `${prefix}${nameOf(leaf.question)}`
  // Offers the chosen column even if it no longer exists, so that the user sees the fault of the comparison.
  const offered =
    leaf.kind === 'question' || columns.includes(leaf.column) ? columns : [leaf.column, ...columns]
  return (
    <NativeSelect
      {...named}
      data={[
        {
          group: t('Columns'),
          items: offered.map((name) => ({ value: name, label: name === '' ? t('Choose…') : name })),
        },
        {
          group: t('The person'),
          items: Object.entries(questions).map(([name, { label }]) => ({ value: `${prefix}${name}`, label })),
        },
      ]}
      value={value}
      error={fault}
      onChange={({ currentTarget: { value: chosen } }) => {
        const name = chosen.startsWith(prefix) ? chosen.slice(prefix.length) : ''
        if (Object.hasOwn(questions, name) && !columns.includes(chosen))
          onChange({ kind: 'question', key: newKey(), nots: 0, ...pick(name as QuestionName) })
        else if (leaf.kind === 'comparison') onChange({ ...leaf, column: chosen })
        else onChange({ ...blankComparison([chosen]), key: leaf.key })
      }}
    />
  )
}

function pick(name: QuestionName): { question: Question } {
  return { question: questions[name].question }
}

function nameOf(question: Question): string {
  return Object.keys(question)[0] ?? ''
}
