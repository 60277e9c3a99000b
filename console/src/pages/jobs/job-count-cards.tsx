import { Group, SimpleGrid, Text, UnstyledButton } from '@mantine/core'
import { Users } from 'lucide-react'
import type { JobCounts } from '../../api/schema.ts'
import { recipientStates } from '../../components/recipient-states.ts'
import { useSearchParam } from '../../components/search-param.ts'
import classes from './job-count-cards.module.css'

const cards = [
  {
    state: undefined,
    word: 'Total',
    meaning: 'Everybody in the audience',
    icon: Users,
    color: 'var(--mantine-color-dimmed)',
  },
  ...(['done', 'waiting', 'pending', 'skipped', 'failed', 'unconfirmed'] as const).map((state) => ({
    state,
    ...recipientStates[state],
  })),
]

/** Where the recipients are; choosing one shows those further down. */
export function JobCountCards({ counts }: { counts: JobCounts }) {
  const [chosen, choose] = useSearchParam('state')
  return (
    <SimpleGrid cols={{ base: 2, xs: 3, md: 4, lg: 7 }} spacing="sm" role="group" aria-label="Counts">
      {cards.map(({ state, word, meaning, icon: Icon, color }) => (
        <UnstyledButton
          key={word}
          className={classes['card'] ?? ''}
          aria-pressed={chosen === state}
          onClick={() => choose(state)}
        >
          <Group gap={6} wrap="nowrap">
            <Icon size={15} color={color} aria-hidden />
            <Text size="sm" fw={500}>
              {word}
            </Text>
          </Group>
          <Text fz="1.5rem" fw={650} lh={1.3} className="numbers">
            {counts[state ?? 'total'].toLocaleString('en')}
          </Text>
          <Text size="xs" c="dimmed">
            {meaning}
          </Text>
        </UnstyledButton>
      ))}
    </SimpleGrid>
  )
}
