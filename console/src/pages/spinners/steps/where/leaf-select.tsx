import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Column } from '../../../../api/schema.ts'
import { dataTableQuery } from '../../../../api/table/data-tables.ts'
import { segmentsQuery } from '../../../../api/table/segments.ts'
import { t } from '../../../../languages/text.ts'
import { newKey } from '../new-key.ts'
import type { LeafDraft, Question } from './where-draft.ts'
import { type ColumnType, withColumn } from './with-column.ts'

/** The questions about the person of a record, by the names that the choice of the column gives them. */
const questions = {
  sent: { label: t('was written to'), question: { sent: {} } },
  hasReplied: { label: t('has replied'), question: { hasReplied: {} } },
  isSuppressed: { label: t('is suppressed'), question: { isSuppressed: true } },
} as const satisfies Readonly<Record<string, { label: string; question: Question }>>

type QuestionName = keyof typeof questions

/** Begins the values of questions, so that a column may have the same name. */
const prefix = '?'

/** The segments that a condition may ask for. */
export interface OfferedSegments {
  readonly dataTableId: string
  /** The id of a segment that is not offered, because the condition is its own. */
  readonly exceptSegment?: string | null | undefined
}

/** Returns the segments that a condition offers, by name. */
export function useOfferedSegments({ dataTableId, exceptSegment }: OfferedSegments) {
  const { data = [] } = useQuery(segmentsQuery(dataTableId))
  return data.filter(({ id }) => id !== exceptSegment)
}

/** Chooses what a part of a condition looks at: a column, a segment, or a question about the person. */
export function LeafSelect({
  leaf,
  columns,
  fault,
  dataTableId,
  exceptSegment,
  onChange,
  ...named
}: OfferedSegments & {
  label?: string
  'aria-label'?: string
  leaf: LeafDraft
  columns: readonly string[]
  fault: string | undefined
  onChange: (leaf: LeafDraft) => void
}) {
  const [segment] = useOfferedSegments({ dataTableId, exceptSegment })
  const isOfSegment = leaf.kind === 'question' && 'segmentId' in leaf.question
  const typeOf = useColumnTypes(dataTableId)
  const value = leaf.kind === 'question' ? `${prefix}${nameOf(leaf.question)}` : leaf.column
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
        ...(segment === undefined && !isOfSegment
          ? []
          : [
              {
                group: t('The record'),
                items: [{ value: `${prefix}segmentId`, label: t('belongs to segment') }],
              },
            ]),
        {
          group: t('The person'),
          items: Object.entries(questions).map(([name, { label }]) => ({ value: `${prefix}${name}`, label })),
        },
      ]}
      value={value}
      error={fault}
      onChange={({ currentTarget: { value: chosen } }) => {
        const name = chosen.startsWith(prefix) ? chosen.slice(prefix.length) : ''
        if (name === 'segmentId' && segment !== undefined && !columns.includes(chosen))
          onChange({ kind: 'question', key: newKey(), nots: 0, question: { segmentId: segment.id } })
        else if (Object.hasOwn(questions, name) && !columns.includes(chosen))
          onChange({ kind: 'question', key: newKey(), nots: 0, ...pick(name as QuestionName) })
        else onChange(withColumn(leaf, chosen, typeOf(chosen)))
      }}
    />
  )
}

/** Returns a function that looks up the type of a column; undefined for trigger data, which is no column. */
function useColumnTypes(dataTableId: string): (name: string) => ColumnType | undefined {
  const columnOf = useColumns(dataTableId)
  return (name) => {
    const column = columnOf(name)
    return column === undefined ? undefined : (column.type ?? 'text')
  }
}

/** Returns a function that looks up a column of a data table by its name. */
export function useColumns(dataTableId: string): (name: string) => Column | undefined {
  const { columns = [] } = useQuery(dataTableQuery(dataTableId)).data ?? {}
  return (name) => columns.find((column) => column.name === name)
}

function pick(name: QuestionName): { question: Question } {
  return { question: questions[name].question }
}

function nameOf(question: Question): string {
  return Object.keys(question)[0] ?? ''
}
