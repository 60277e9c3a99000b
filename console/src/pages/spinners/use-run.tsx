import { useDisclosure } from '@mantine/hooks'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { newIdempotencyKey } from '../../api/idempotency-key.ts'
import { useRunSpinner } from '../../api/spinner/spinners.ts'
import { RunDialog, type RunQuestion } from './run-dialog.tsx'

/**
 * Asks, starts a job and goes to it. The question stays open until it has: a second attempt there
 * sends the same key, so that an answer that was lost on its way does not make a second job.
 */
export function useRun() {
  const navigate = useNavigate()
  const [opened, { open, close }] = useDisclosure()
  const [asked, setAsked] = useState<(RunQuestion & { readonly key: string }) | null>(null)
  const run = useRunSpinner(({ jobId }) => {
    close()
    void navigate({ to: '/jobs/$jobId', params: { jobId } })
  })
  const ask = (question: RunQuestion) => {
    run.reset()
    setAsked({ ...question, key: newIdempotencyKey() })
    open()
  }
  const dialog = asked !== null && (
    <RunDialog
      question={asked}
      opened={opened}
      isPending={run.isPending}
      error={run.error}
      onConfirm={() => run.mutate({ spinnerId: asked.id, key: asked.key })}
      onClose={close}
    />
  )
  return { ask, dialog }
}
