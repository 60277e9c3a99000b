import { Modal } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Where } from '../../../api/schema.ts'
import { dataTableQuery } from '../../../api/table/data-tables.ts'
import { useCreateSegment } from '../../../api/table/segments.ts'
import { Loaded } from '../../../components/loading/loaded.tsx'
import { ProblemAlert } from '../../../components/problem/problem-alert.tsx'
import { t } from '../../../languages/text.ts'
import { SegmentForm } from './segment-form.tsx'

/** A dialog that creates a segment of a data table. */
export function NewSegment({
  dataTableId,
  where = null,
  onCreated,
  onClose,
}: {
  dataTableId: string
  /** The condition with which the form begins; null for an empty one. */
  where?: Where | null
  onCreated?: (segmentId: string) => void
  onClose: () => void
}) {
  const table = useQuery(dataTableQuery(dataTableId))
  const create = useCreateSegment(dataTableId)
  return (
    <Modal opened onClose={onClose} title={t('New segment')} size="lg">
      <Loaded query={table}>
        {(loaded) => (
          <SegmentForm
            table={loaded}
            initial={where === null ? null : { name: '', description: '', where }}
            error={create.error}
            isPending={create.isPending}
            renderProblem={() => <ProblemAlert error={create.error} />}
            onSave={(words) =>
              create.mutate(words, {
                onSuccess: ({ id }) => {
                  onCreated?.(id)
                  onClose()
                },
              })
            }
            onCancel={onClose}
          />
        )}
      </Loaded>
    </Modal>
  )
}
