import { Badge } from '@mantine/core'
import { Ban, CircleCheck, CircleDashed, CirclePlay, CircleX } from 'lucide-react'
import type { JobStatus } from '../api/jobs.ts'

export const jobStatuses = {
  queued: { word: 'Queued', icon: CircleDashed, color: 'var(--mantine-color-dimmed)' },
  running: { word: 'Running', icon: CirclePlay, color: 'var(--mantine-color-spindle-5)' },
  completed: { word: 'Completed', icon: CircleCheck, color: 'var(--mantine-color-teal-7)' },
  failed: { word: 'Failed', icon: CircleX, color: 'var(--mantine-color-red-7)' },
  cancelled: { word: 'Cancelled', icon: Ban, color: 'var(--mantine-color-dimmed)' },
} as const

export function JobStatusBadge({ status }: { status: JobStatus }) {
  const { word, icon: Icon, color } = jobStatuses[status]
  return (
    <Badge
      variant="default"
      size="lg"
      tt="none"
      fw={600}
      style={{ flexShrink: 0 }}
      leftSection={<Icon size={15} color={color} aria-hidden />}
    >
      {word}
    </Badge>
  )
}
