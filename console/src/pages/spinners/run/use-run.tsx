import { useDisclosure } from '@mantine/hooks'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { newIdempotencyKey } from '../../../api/idempotency-key.ts'
import { withTexts } from '../../../languages/catalogue.ts'
import type { RunQuestion } from './run-question.ts'

/** Loads the dialog for a run only when it is opened, because the button for it is on the first page. */
const loadDialog = withTexts(['spinners', 'steps'], () => import('./run-dialog.tsx'))

const RunDialog = lazy(async () => ({ default: (await loadDialog()).RunDialog }))

/** Shows what a run would do and starts the job. Then opens the job's page, unless `onStarted` is given. */
export function useRun(onStarted?: (jobId: string) => void) {
  const navigate = useNavigate()
  const [opened, { open, close }] = useDisclosure()
  const [requested, setRequested] = useState<(RunQuestion & { readonly key: string }) | null>(null)
  const ask = (question: RunQuestion) => {
    setRequested({ ...question, key: newIdempotencyKey() })
    open()
  }
  const dialog = requested !== null && (
    <Suspense>
      <RunDialog
        key={requested.key}
        question={requested}
        opened={opened}
        onStarted={(jobId) => {
          close()
          if (onStarted !== undefined) return onStarted(jobId)
          void navigate({ to: '/jobs/$jobId', params: { jobId } })
        }}
        onClose={close}
      />
    </Suspense>
  )
  return { ask, dialog }
}
