import { Button } from '@mantine/core'
import { Users } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { Where } from '../../../../api/schema.ts'
import { ForEditors } from '../../../../components/for-editors.tsx'
import { withTexts } from '../../../../languages/catalogue.ts'
import { t } from '../../../../languages/text.ts'

const loadForm = withTexts(['data-tables', 'steps'], () => import('../../segments/new-segment.tsx'))
const NewSegment = lazy(async () => ({ default: (await loadForm()).NewSegment }))

/** A button that saves the condition of the search as a segment. */
export function SaveAsSegment({
  dataTableId,
  where,
  onSaved,
}: {
  dataTableId: string
  where: Where
  onSaved: (segmentId: string) => void
}) {
  const [isOpen, setOpen] = useState(false)
  if ('segmentId' in where) return null
  return (
    <ForEditors>
      <Button
        size="xs"
        variant="subtle"
        leftSection={<Users size={14} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {t('Save as segment')}
      </Button>
      {isOpen && (
        <Suspense>
          <NewSegment
            dataTableId={dataTableId}
            where={where}
            onCreated={onSaved}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </ForEditors>
  )
}
