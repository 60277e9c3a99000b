import { CircleCheck, CircleDashed, CircleHelp, CircleSlash, CircleX, Hourglass, Octagon } from 'lucide-react'
import { t } from '../../languages/text.ts'

/** The states of a recipient, in the order in which bars and charts show them. */
export const recipientStatuses = {
  done: {
    word: t('Done'),
    meaning: t('Recipients who completed every step'),
    icon: CircleCheck,
    color: 'var(--mantine-color-teal-6)',
  },
  skipped: {
    word: t('Skipped'),
    meaning: t('Recipients who were left out; see the reasons'),
    icon: CircleSlash,
    color: 'var(--mantine-color-gray-6)',
  },
  failed: {
    word: t('Failed'),
    meaning: t('Recipients who ended with an error; see the reasons'),
    icon: CircleX,
    color: 'var(--mantine-color-red-6)',
  },
  unconfirmed: {
    word: t('Unconfirmed'),
    meaning: t('Recipients whose message may have been sent; it is not sent again automatically'),
    icon: CircleHelp,
    color: 'var(--mantine-color-yellow-6)',
  },
  stopped: {
    word: t('Stopped'),
    meaning: t('Recipients who were stopped, such as by a reply or a bounce; see the reasons'),
    icon: Octagon,
    color: 'var(--mantine-color-indigo-4)',
  },
  waiting: {
    word: t('Waiting'),
    meaning: t('Recipients who continue at a later time'),
    meaningAtEnd: t('Recipients who still waited when the job ended'),
    icon: Hourglass,
    color: 'var(--mantine-color-spindle-3)',
  },
  pending: {
    word: t('Pending'),
    meaning: t('Recipients who have not started yet'),
    meaningAtEnd: t('Recipients who never started'),
    icon: CircleDashed,
    color: 'var(--mantine-color-dimmed)',
  },
} as const

/** A number of recipients in each state, as part of a list such as "497 done, 3 failed". */
const countWords: Readonly<Record<CountedStatus, (count: number) => string>> = {
  done: (count) => t('{count, number} done', { count }),
  skipped: (count) => t('{count, number} skipped', { count }),
  failed: (count) => t('{count, number} failed', { count }),
  unconfirmed: (count) => t('{count, number} unconfirmed', { count }),
  stopped: (count) => t('{count, number} stopped', { count }),
  waiting: (count) => t('{count, number} waiting', { count }),
  pending: (count) => t('{count, number} pending', { count }),
}

/** Returns a number of recipients in a state in words, such as "497 done". */
export function wordsOfStatusCount(status: CountedStatus, count: number): string {
  return countWords[status](count)
}

/** The states in which a recipient is finished; none of them changes later in the job. */
export const settledStatuses = ['done', 'skipped', 'failed', 'unconfirmed', 'stopped'] as const

type CountedStatus = keyof typeof recipientStatuses

/** Counts of recipients by state. The count of stopped recipients is missing if nobody was stopped. */
type Counts = Readonly<Record<Exclude<CountedStatus, 'stopped'>, number>> & { readonly stopped?: number }

export function countOf<State extends CountedStatus>(counts: Pick<Counts, State>, state: State): number {
  return counts[state] ?? 0
}
