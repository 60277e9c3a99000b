import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { Play } from 'lucide-react'
import { useRunSpinner } from '../../api/run-spinner.ts'
import type { Spinner } from '../../api/schema.ts'

/** Starts a job and goes where it can be watched. */
export function RunButton({
  spinner,
  variant = 'default',
}: {
  spinner: Spinner | undefined
  variant?: 'default' | 'filled'
}) {
  const navigate = useNavigate()
  const run = useRunSpinner()
  return (
    <Button
      variant={variant}
      leftSection={<Play size={16} aria-hidden />}
      disabled={spinner === undefined}
      loading={run.isPending}
      onClick={() => {
        if (spinner === undefined) return
        run.mutate(spinner.id, {
          onSuccess: ({ jobId }) => void navigate({ to: '/jobs/$jobId', params: { jobId } }),
        })
      }}
    >
      {spinner === undefined ? 'Run' : `Run “${spinner.name}”`}
    </Button>
  )
}
