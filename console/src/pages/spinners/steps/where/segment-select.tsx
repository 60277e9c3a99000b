import { NativeSelect } from '@mantine/core'
import { t } from '../../../../languages/text.ts'
import { type OfferedSegments, useOfferedSegments } from './leaf-select.tsx'

/** Chooses a segment of a data table. */
export function SegmentSelect({
  segmentId,
  dataTableId,
  exceptSegment,
  onChange,
  ...labels
}: OfferedSegments & {
  label?: string
  'aria-label'?: string
  segmentId: string
  onChange: (segmentId: string) => void
}) {
  const segments = useOfferedSegments({ dataTableId, exceptSegment })
  const isOffered = segments.some(({ id }) => id === segmentId)
  return (
    <NativeSelect
      {...labels}
      data={[
        ...(isOffered ? [] : [{ value: segmentId, label: t('A deleted segment') }]),
        ...segments.map(({ id, name }) => ({ value: id, label: name })),
      ]}
      value={segmentId}
      onChange={({ currentTarget: { value } }) => onChange(value)}
    />
  )
}
