import { Ban, Circle, Hourglass, Reply, Send } from 'lucide-react'
import type { ListedPerson } from '../../api/schema.ts'
import type { Look } from '../../components/look-badge.tsx'
import { t } from '../../languages/text.ts'

const colored = (color: string) => `var(--mantine-color-${color}-text)`

/** The words, icons and colors of the states of people in the list. */
export const personStatuses: Readonly<Record<ListedPerson['status'], Look>> = {
  writing: { word: t('Writing now'), icon: Send, color: colored('teal') },
  waiting: { word: t('Waiting'), icon: Hourglass, color: colored('blue') },
  answered: { word: t('Answered'), icon: Reply, color: colored('spindle') },
  suppressed: { word: t('Suppressed'), icon: Ban, color: colored('yellow') },
  idle: { word: t('Idle'), icon: Circle, color: colored('gray') },
}
