import { CircleCheck, CircleSlash, CircleX, Hourglass } from 'lucide-react'
import type { ArrivalStatus } from '../../api/arrival/arrivals.ts'
import { t } from '../../languages/text.ts'
import { LookBadge } from '../look-badge.tsx'

export const arrivalStatuses = {
  held: { word: t('Held'), icon: Hourglass, color: 'var(--mantine-color-yellow-7)' },
  refused: { word: t('Refused'), icon: CircleX, color: 'var(--mantine-color-red-7)' },
  accepted: { word: t('Accepted'), icon: CircleCheck, color: 'var(--mantine-color-teal-7)' },
  ignored: { word: t('Ignored'), icon: CircleSlash, color: 'var(--mantine-color-dimmed)' },
} as const

export function ArrivalStatusBadge({ status }: { status: ArrivalStatus }) {
  return <LookBadge look={arrivalStatuses[status]} />
}
