import { Paper, SimpleGrid, Text } from '@mantine/core'
import type { ResultFigures } from '../../../api/schema.ts'
import { language } from '../../../languages/language.ts'
import { t } from '../../../languages/text.ts'
import { shareOf } from './result-period.ts'

interface Card {
  readonly word: string
  readonly count: (figures: ResultFigures) => number
  /** Returns the count of which the card shows the percentage; null for a card without a percentage. */
  readonly whole: ((figures: ResultFigures) => number) | null
}

const cards: readonly Card[] = [
  { word: t('People reached'), count: ({ reached }) => reached, whole: null },
  { word: t('Sent'), count: ({ sent }) => sent, whole: null },
  { word: t('Delivered, as far as known'), count: ({ delivered }) => delivered, whole: ({ sent }) => sent },
  { word: t('Replied'), count: ({ replied }) => replied, whole: ({ reached }) => reached },
  {
    word: t('Automatic replies'),
    count: ({ automaticReplies }) => automaticReplies,
    whole: ({ reached }) => reached,
  },
  { word: t('Bounced'), count: ({ bounced }) => bounced, whole: ({ sent }) => sent },
  { word: t('Unsubscribed'), count: ({ unsubscribed }) => unsubscribed, whole: ({ reached }) => reached },
  { word: t('Complained'), count: ({ complained }) => complained, whole: ({ reached }) => reached },
]

const reachedGoal: Card = {
  word: t('Reached the goal'),
  count: (figures) => figures.reachedGoal,
  whole: ({ reached }) => reached,
}

const captured: Card = { word: t('Captured, not sent'), count: (figures) => figures.captured, whole: null }

/** Shows the totals of a period, each with the total of the period before it. */
export function ResultCards({
  total,
  before,
  hasGoal,
}: {
  total: ResultFigures
  before: ResultFigures | null
  /** Whether the spinner has a goal now. */
  hasGoal: boolean
}) {
  const shown = [
    ...cards,
    ...(hasGoal || total.reachedGoal > 0 ? [reachedGoal] : []),
    ...(total.captured > 0 ? [captured] : []),
  ]
  return (
    <SimpleGrid
      cols={{ base: 2, xs: 3, md: shown.length % 4 === 1 ? 3 : 4 }}
      spacing="sm"
      aria-label={t('Totals')}
      role="list"
    >
      {shown.map(({ word, count, whole }) => {
        const share = whole === null ? null : shareOf(count(total), whole(total))
        return (
          <Paper key={word} withBorder p="sm" role="listitem" className="numbers">
            <Text size="xs" c="dimmed">
              {word}
            </Text>
            <Text fz={22} lh={1.4} fw={650} {...(count(total) === 0 && { c: 'dimmed' })}>
              {count(total).toLocaleString(language)}
              {share !== null && count(total) > 0 && (
                <Text span size="sm" c="dimmed" ml={6}>
                  {share}
                </Text>
              )}
            </Text>
            {before !== null && (
              <Text size="xs" c="dimmed">
                {t('Period before: {before, number}', { before: count(before) })}
                {whole !== null && count(before) > 0 && ` (${shareOf(count(before), whole(before)) ?? ''})`}
              </Text>
            )}
          </Paper>
        )
      })}
    </SimpleGrid>
  )
}
