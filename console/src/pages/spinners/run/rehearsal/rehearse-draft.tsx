import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { SpinnerVersion } from '../../../../api/schema.ts'
import { useRehearsal } from '../../../../api/spinner/rehearsals.ts'
import { t } from '../../../../languages/text.ts'
import { RehearsalResult } from './rehearsal-result.tsx'
import { RehearsalView } from './rehearsal-view.tsx'

/** Rehearses the draft: shows what it would do if it were published and run. */
export function RehearseDraft({
  spinnerId,
  dataTableId,
  draft,
  onClose,
}: {
  spinnerId: string
  dataTableId: string
  draft: Pick<SpinnerVersion, 'steps' | 'metadataColumns'>
  onClose: () => void
}) {
  const [attempt, setAttempt] = useState(0)
  const { rehearsal, error } = useRehearsal({
    spinnerId,
    draft: true,
    audience: {},
    data: null,
    attempt: String(attempt),
  })
  return (
    <Modal opened onClose={onClose} size="xl" title={t('Rehearse the draft')}>
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {t(
            'The rehearsal shows what a job would do for all of its records if you published the draft now.',
          )}
        </Text>
        <RehearsalView rehearsal={rehearsal} error={error} onAgain={() => setAttempt(attempt + 1)}>
          {(result) => <RehearsalResult result={result} version={draft} dataTableId={dataTableId} />}
        </RehearsalView>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('Close')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
