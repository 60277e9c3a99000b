import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { FlaskConical } from 'lucide-react'
import { t } from '../../../languages/text.ts'
import type { Draft } from '../draft/draft.ts'
import { stepsOf } from '../draft/draft-state.ts'
import { RehearseDraft } from '../run/rehearsal/rehearse-draft.tsx'

/** A button that saves the draft and shows what a job of it would do, without sending anything. */
export function RehearseButton({
  draft,
  obstructed,
  columns,
}: {
  draft: Draft
  /** Whether the draft has faults that prevent a run. */
  obstructed: boolean
  columns: readonly string[]
}) {
  const [opened, { open, close }] = useDisclosure()
  // Changes that cannot be saved are left out.
  const { stored, edited } = draft.state()
  const rehearse = () => void draft.flush().then(open, open)
  return (
    <>
      <Button
        variant="default"
        leftSection={<FlaskConical size={16} aria-hidden />}
        disabled={obstructed}
        onClick={rehearse}
      >
        {t('Rehearse')}
      </Button>
      {opened && (
        <RehearseDraft
          spinnerId={stored.spinner.id}
          dataTableId={stored.spinner.dataTableId}
          draft={{ steps: stepsOf(edited), metadataColumns: [...columns] }}
          onClose={close}
        />
      )}
    </>
  )
}
