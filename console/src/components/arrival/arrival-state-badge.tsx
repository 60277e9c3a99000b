import { Badge } from '@mantine/core'
import { CircleCheck, CircleSlash, CircleX, Hourglass } from 'lucide-react'
import type { ArrivalState } from '../../api/arrival/arrivals.ts'

export const arrivalStates = {
  held: { word: 'Held', icon: Hourglass, color: 'var(--mantine-color-yellow-7)' },
  refused: { word: 'Refused', icon: CircleX, color: 'var(--mantine-color-red-7)' },
  accepted: { word: 'Accepted', icon: CircleCheck, color: 'var(--mantine-color-teal-7)' },
  ignored: { word: 'Ignored', icon: CircleSlash, color: 'var(--mantine-color-dimmed)' },
} as const

export function ArrivalStateBadge({ state }: { state: ArrivalState }) {
  const { word, icon: Icon, color } = arrivalStates[state]
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
