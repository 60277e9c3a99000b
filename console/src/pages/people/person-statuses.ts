import { Ban, Circle, Hourglass, Reply, Send } from 'lucide-react'
import type { ListedPerson } from '../../api/schema.ts'
import type { Look } from '../../components/look-badge.tsx'

const colored = (color: string) => `var(--mantine-color-${color}-text)`

/** The words, icons and colors of the states of people in the list. */
export const personStatuses: Readonly<Record<ListedPerson['status'], Look>> = {
  writing: { word: 'Writing now', icon: Send, color: colored('teal') },
  waiting: { word: 'Waiting', icon: Hourglass, color: colored('blue') },
  answered: { word: 'Answered', icon: Reply, color: colored('spindle') },
  suppressed: { word: 'Suppressed', icon: Ban, color: colored('yellow') },
  idle: { word: 'Idle', icon: Circle, color: colored('gray') },
}
