import { MultiSelect, Stack } from '@mantine/core'
import { maxExcludedSegments } from '../../api/limits.ts'
import type { Spinner } from '../../api/schema.ts'
import { t } from '../../languages/text.ts'
import { CreateSegmentButton } from './create-segment-button.tsx'
import { useOfferedSegments } from './steps/where/leaf-select.tsx'

type Exclusion = Spinner['exclude']

/** Returns in words how many segments are excluded; null if there are none. */
export function exclusionWords(exclude: Exclusion): string | null {
  return exclude === null
    ? null
    : t('without {count, plural, one {# segment} other {# segments}}', { count: exclude.segmentIds.length })
}

/** Chooses the segments whose records get no messages. */
export function ExclusionChoice({
  dataTableId,
  exclude,
  disabled,
  mayCreate = false,
  onChange,
}: {
  dataTableId: string
  exclude: Exclusion
  disabled?: boolean
  mayCreate?: boolean
  onChange: (exclude: Exclusion) => void
}) {
  return (
    <SegmentsChoice
      label={t('Without the records of')}
      description={t('A record that belongs to one of these segments when a job takes it gets no message.')}
      dataTableId={dataTableId}
      segmentIds={exclude?.segmentIds ?? []}
      disabled={disabled === true}
      mayCreate={mayCreate}
      onChange={(segmentIds) => onChange(segmentIds.length === 0 ? null : { segmentIds })}
    />
  )
}

/**
 * Chooses several segments of a data table, and creates one. Shows nothing if the table has no segments and the user
 * may create none.
 */
export function SegmentsChoice({
  segmentIds,
  dataTableId,
  mayCreate,
  onChange,
  ...labels
}: {
  label: string
  description: string
  dataTableId: string
  segmentIds: readonly string[]
  disabled?: boolean
  /** Whether the user may create a segment here, which is then chosen. */
  mayCreate: boolean
  onChange: (segmentIds: string[]) => void
}) {
  const segments = useOfferedSegments({ dataTableId })
  const isFull = segmentIds.length >= maxExcludedSegments
  const hasNone = segments.length === 0 && segmentIds.length === 0
  if (hasNone && !mayCreate) return null
  // Lists chosen segments that are not there, so that the user can remove them.
  const missing = segmentIds.filter((id) => segments.every((segment) => segment.id !== id))
  return (
    <Stack gap={4}>
      <MultiSelect
        {...labels}
        placeholder={segmentIds.length === 0 ? t('No segment') : undefined}
        data={[
          ...segments.map(({ id, name }) => ({ value: id, label: name })),
          ...missing.map((id) => ({ value: id, label: t('A deleted segment') })),
        ]}
        maxValues={maxExcludedSegments}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': t('Remove all segments') }}
        value={[...segmentIds]}
        onChange={onChange}
      />
      {mayCreate && !isFull && (
        <CreateSegmentButton dataTableId={dataTableId} onCreated={(id) => onChange([...segmentIds, id])} />
      )}
    </Stack>
  )
}
