import { Group, SimpleGrid, Text, UnstyledButton } from '@mantine/core'
import { Users } from 'lucide-react'
import { hasEnded } from '../../../api/job/jobs.ts'
import type { Job } from '../../../api/schema.ts'
import { countOf, recipientStatuses } from '../../../components/job/recipient-statuses.ts'
import { useSearchParam } from '../../../components/search-param.ts'
import { language } from '../../../languages/language.ts'
import { t } from '../../../languages/text.ts'
import classes from './job-count-cards.module.css'

const cards = [
  {
    status: undefined,
    word: t('Total'),
    meaning: t('All recipients of the job'),
    icon: Users,
    color: 'var(--mantine-color-dimmed)',
  },
  ...(['done', 'waiting', 'pending', 'skipped', 'failed', 'unconfirmed', 'stopped'] as const).map(
    (status) => ({
      status,
      ...recipientStatuses[status],
    }),
  ),
]

function numberOf({ counts }: Job, status: (typeof cards)[number]['status']): number {
  return status === undefined ? counts.total : countOf(counts, status)
}

/** Returns the style of a count of recipients; a count of 0 is dimmed. */
function looksOf(count: number) {
  return count === 0 ? { c: 'dimmed', fw: 400 } : { fw: 650 }
}

/**
 * Shows the number of recipients in each state as cards. Choosing a card filters the list of recipients
 * below.
 */
export function JobCountCards({ job }: { job: Job }) {
  const [chosen, choose] = useSearchParam('status')
  const ended = hasEnded(job)
  const hasStopped = job.counts.stopped !== undefined
  return (
    <SimpleGrid
      cols={hasStopped ? { base: 2, md: 4 } : { base: 2, xs: 3, md: 4, lg: 7 }}
      spacing="sm"
      role="group"
      aria-label={t('Counts')}
    >
      {(hasStopped ? cards : cards.slice(0, -1)).map(
        ({ status, word, meaning, icon: Icon, color, ...card }) => (
          <UnstyledButton
            key={word}
            className={classes['card'] ?? ''}
            aria-pressed={chosen === status}
            onClick={() => choose(status)}
          >
            <Group justify="space-between" wrap="nowrap" gap={4}>
              <Text fz="0.8125rem" fw={500}>
                {word}
              </Text>
              <Icon size={15} color={color} aria-hidden style={{ flexShrink: 0 }} />
            </Group>
            <Text fz="1.25rem" lh={1.5} className="numbers" {...looksOf(numberOf(job, status))}>
              {numberOf(job, status).toLocaleString(language)}
            </Text>
            <Text size="xs" c="dimmed">
              {ended && 'meaningAtEnd' in card ? card.meaningAtEnd : meaning}
            </Text>
          </UnstyledButton>
        ),
      )}
    </SimpleGrid>
  )
}
