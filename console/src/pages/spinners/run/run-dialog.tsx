import { Modal } from '@mantine/core'
import { useState } from 'react'
import { t } from '../../../languages/text.ts'
import { RunForm } from './run-form.tsx'
import type { RunQuestion } from './run-question.ts'

/** Asks whether to run a spinner over its audience. Stays open until the job has started. */
export function RunDialog({
  question,
  opened,
  onStarted,
  onClose,
}: {
  question: RunQuestion
  opened: boolean
  onStarted: (jobId: string) => void
  onClose: () => void
}) {
  const [isBusy, setBusy] = useState(false)
  const leave = () => {
    if (!isBusy) onClose()
  }
  return (
    <Modal opened={opened} onClose={leave} size="xl" title={t('Run “{name}”?', { name: question.name })}>
      <RunForm question={question} opened={opened} onStarted={onStarted} onClose={leave} onBusy={setBusy} />
    </Modal>
  )
}
