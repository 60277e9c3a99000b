import { Input, Stack, TextInput } from '@mantine/core'
import { type ReactNode, type SubmitEvent, useState } from 'react'
import { faultsByPointer } from '../../../api/problem.ts'
import type { DataTable } from '../../../api/schema.ts'
import type { SegmentWords } from '../../../api/table/segments.ts'
import { FormFooter } from '../../../components/dialog/form-footer.tsx'
import { t } from '../../../languages/text.ts'
import {
  blankComparison,
  draftOfWhere,
  faultsOfWhere,
  whereOf,
} from '../../spinners/steps/where/where-draft.ts'
import { WhereFields } from '../../spinners/steps/where/where-fields.tsx'
import { SuggestedConditions } from './suggested-conditions.tsx'

/** The form for the name, the note and the condition of a segment. */
export function SegmentForm({
  table: { id: dataTableId, columns },
  initial,
  segmentId = null,
  error,
  isPending,
  renderProblem,
  onSave,
  onCancel,
}: {
  table: DataTable
  /** The present segment; null for a new one. */
  initial: SegmentWords | null
  /** The id of the present segment, which its condition does not offer; null for a new one. */
  segmentId?: string | null
  error: Error | null
  isPending: boolean
  renderProblem: (words: SegmentWords) => ReactNode
  onSave: (words: SegmentWords) => void
  onCancel: () => void
}) {
  const names = columns.map(({ name }) => name)
  const [name, setName] = useState(initial?.name ?? '')
  const [description, setDescription] = useState(initial?.description ?? '')
  const [draft, setDraft] = useState(() =>
    initial === null ? blankComparison(names) : draftOfWhere(initial.where),
  )
  const [isChecked, setChecked] = useState(false)
  const words = { name: name.trim(), description: description.trim(), where: whereOf(draft) }
  const faults = new Map(isChecked ? faultsOfWhere(draft, 'where') : [])
  for (const [pointer, message] of faultsByPointer(error)) faults.set(pointer.slice(1), message)
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    setChecked(true)
    if (words.name !== '' && faultsOfWhere(draft, 'where').length === 0) onSave(words)
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <TextInput
          label={t('Name')}
          placeholder={t('Segment name, such as On trial')}
          data-autofocus
          maxLength={200}
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
          error={isChecked && words.name === '' ? t('Enter a name') : faults.get('name')}
        />
        <TextInput
          label={t('Note')}
          description={t('For members of your organization. Optional.')}
          inputWrapperOrder={['label', 'input', 'description']}
          maxLength={1_000}
          value={description}
          onChange={({ currentTarget }) => setDescription(currentTarget.value)}
        />
        <Stack gap={4}>
          <Input.Label component="span">{t('Records that belong to the segment')}</Input.Label>
          <WhereFields
            where={draft}
            place="where"
            dataTableId={dataTableId}
            exceptSegment={segmentId}
            columns={names}
            faults={faults}
            onChange={setDraft}
          />
          <SuggestedConditions where={draft} onChange={setDraft} />
        </Stack>
        {renderProblem(words)}
        <FormFooter onCancel={onCancel} isPending={isPending}>
          {t('Save')}
        </FormFooter>
      </Stack>
    </form>
  )
}
