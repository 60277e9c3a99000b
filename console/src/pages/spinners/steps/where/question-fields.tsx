import { Group, NativeSelect, NumberInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { maxWithinDays } from '../../../../api/limits.ts'
import { spinnersQuery } from '../../../../api/spinner/spinners.ts'
import { t } from '../../../../languages/text.ts'
import { LeafSelect, type OfferedSegments } from './leaf-select.tsx'
import { SegmentSelect } from './segment-select.tsx'
import type { LeafDraft, Question, QuestionDraft } from './where-draft.ts'

type Messages = Extract<Question, { sent: unknown }>['sent']

/** Edits a question about the person of a record: whether it holds, for which spinner, and in how many days. */
export function QuestionFields({
  draft,
  no,
  columns,
  onChange,
  ...offered
}: OfferedSegments & {
  draft: QuestionDraft
  /** The number of the question among several parts of a condition; then labels are invisible. */
  no?: string
  columns: readonly string[]
  onChange: (leaf: LeafDraft) => void
}) {
  const { question, nots } = draft
  const labelOf = (label: string) =>
    no === undefined ? { label } : { 'aria-label': t('{label} of condition {no}', { label, no }) }
  return (
    <Group gap="xs" align="flex-start" grow preventGrowOverflow={false}>
      <LeafSelect
        {...labelOf(t('Column'))}
        leaf={draft}
        columns={columns}
        fault={undefined}
        dataTableId={offered.dataTableId}
        exceptSegment={offered.exceptSegment}
        onChange={onChange}
      />
      <NativeSelect
        {...labelOf(t('Comparison'))}
        data={[
          { value: 'yes', label: t('yes') },
          { value: 'no', label: t('no') },
        ]}
        value={nots % 2 === 0 ? 'yes' : 'no'}
        onChange={(event) => onChange({ ...draft, nots: event.currentTarget.value === 'no' ? 1 : 0 })}
      />
      {'segmentId' in question && (
        <SegmentSelect
          {...labelOf(t('The segment'))}
          dataTableId={offered.dataTableId}
          exceptSegment={offered.exceptSegment}
          segmentId={question.segmentId}
          onChange={(segmentId) => onChange({ ...draft, question: { segmentId } })}
        />
      )}
      {'sent' in question && (
        <MessageFields
          labelOf={labelOf}
          messages={question.sent}
          onChange={(sent) => onChange({ ...draft, question: { sent } })}
        />
      )}
      {'hasReplied' in question && (
        <MessageFields
          labelOf={labelOf}
          messages={question.hasReplied}
          onChange={(hasReplied) => onChange({ ...draft, question: { hasReplied } })}
        />
      )}
    </Group>
  )
}

/** Edits the messages about which a question asks. */
function MessageFields({
  labelOf,
  messages: { spinnerId, withinDays },
  onChange,
}: {
  labelOf: (label: string) => { label: string } | { 'aria-label': string }
  messages: Messages
  onChange: (messages: Messages) => void
}) {
  const { data: spinners = [] } = useQuery(spinnersQuery)
  const messages = (spinner: string | undefined, days: number | undefined): Messages => ({
    ...(spinner === undefined ? {} : { spinnerId: spinner }),
    ...(days === undefined ? {} : { withinDays: days }),
  })
  const isKnown = spinnerId === undefined || spinners.some(({ id }) => id === spinnerId)
  return (
    <>
      <NativeSelect
        {...labelOf(t('Spinner'))}
        data={[
          { value: '', label: t('Any spinner') },
          ...(isKnown ? [] : [{ value: spinnerId, label: t('A deleted spinner') }]),
          ...spinners.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        value={spinnerId ?? ''}
        onChange={({ currentTarget: { value } }) =>
          onChange(messages(value === '' ? undefined : value, withinDays))
        }
      />
      <NumberInput
        {...labelOf(t('Within days'))}
        placeholder={t('at any time')}
        min={1}
        max={maxWithinDays}
        allowDecimal={false}
        hideControls
        value={withinDays ?? ''}
        onChange={(days) => {
          const count = Number(days)
          onChange(messages(spinnerId, count >= 1 ? Math.min(count, maxWithinDays) : undefined))
        }}
      />
    </>
  )
}
