import { Button } from '@mantine/core'
import { RotateCcw } from 'lucide-react'
import { useState } from 'react'
import type { Job } from '../../../api/schema.ts'
import { RetryDialog } from './retry-dialog.tsx'

export function RetryButton({ job }: { job: Job }) {
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Button leftSection={<RotateCcw size={16} aria-hidden />} onClick={() => setAsking(true)}>
        Retry failed
      </Button>
      <RetryDialog job={job} opened={asking} onClose={() => setAsking(false)} />
    </>
  )
}
