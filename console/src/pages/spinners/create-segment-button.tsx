import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { Plus } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { ForEditors } from '../../components/for-editors.tsx'
import { withTexts } from '../../languages/catalogue.ts'
import { t } from '../../languages/text.ts'

const loadForm = withTexts(['data-tables', 'steps'], () => import('../data-tables/segments/new-segment.tsx'))
const NewSegment = lazy(async () => ({ default: (await loadForm()).NewSegment }))

/** A button that creates a segment where one is chosen, so that the user need not leave the spinner. */
export function CreateSegmentButton({
  dataTableId,
  onCreated,
}: {
  dataTableId: string
  onCreated: (segmentId: string) => void
}) {
  const [isOpen, { open, close }] = useDisclosure()
  return (
    <ForEditors>
      <Button
        size="compact-sm"
        variant="subtle"
        w="fit-content"
        leftSection={<Plus size={14} aria-hidden />}
        onClick={open}
      >
        {t('Create a segment')}
      </Button>
      {isOpen && (
        <Suspense>
          <NewSegment dataTableId={dataTableId} onCreated={onCreated} onClose={close} />
        </Suspense>
      )}
    </ForEditors>
  )
}
