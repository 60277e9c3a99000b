import { CircleCheck, CirclePause, CircleX, TriangleAlert } from 'lucide-react'
import type { Destination, DestinationAttempt } from '../../api/schema.ts'
import { LookBadge } from '../../components/look-badge.tsx'
import { t } from '../../languages/text.ts'
import { resultWords } from './destination-words.ts'

const states = {
  active: { word: t('Active'), icon: CircleCheck, color: 'var(--mantine-color-teal-7)' },
  failing: { word: t('Failing'), icon: TriangleAlert, color: 'var(--mantine-color-orange-7)' },
  paused: { word: t('Paused'), icon: CirclePause, color: 'var(--mantine-color-orange-7)' },
  disabled: { word: t('Disabled'), icon: CircleX, color: 'var(--mantine-color-red-7)' },
} as const

/** The number of failed attempts in a row from which a destination counts as failing. */
const failuresUntilFailing = 5

/** Shows whether events are sent to a destination. */
export function DestinationStatusBadge({ destination }: { destination: Destination }) {
  const { status, failures } = destination
  const isFailing = status === 'active' && failures >= failuresUntilFailing
  return <LookBadge look={states[isFailing ? 'failing' : status]} />
}

/** Shows the result of one request to a destination. */
export function ResultBadge({ attempt }: { attempt: DestinationAttempt }) {
  const { icon, color } = attempt.code === null ? states.active : states.disabled
  return <LookBadge look={{ icon, color, word: resultWords(attempt) }} />
}
