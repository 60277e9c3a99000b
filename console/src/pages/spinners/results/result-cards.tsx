import { Paper, SimpleGrid, Text } from '@mantine/core'
import type { ResultFigures } from '../../../api/schema.ts'
import type { ResultPeriod } from '../../../api/spinner/results.ts'
import { t } from '../../../languages/text.ts'
import { LinkedFigure } from './linked-figure.tsx'
import { messagesOf } from './result-links.ts'
import { shareOf } from './result-period.ts'

interface Card {
  readonly word: string
  readonly figure: keyof ResultFigures
  /** Returns the count of which the card shows the percentage; null for a card without a percentage. */
  readonly whole: ((figures: ResultFigures) => number) | null
}

const cards: readonly Card[] = [
  { word: t('People reached'), figure: 'reached', whole: null },
  { word: t('Sent'), figure: 'sent', whole: null },
  { word: t('Delivered, as far as known'), figure: 'delivered', whole: ({ sent }) => sent },
  { word: t('Replied'), figure: 'replied', whole: ({ reached }) => reached },
  {
    word: t('Automatic replies'),
    figure: 'automaticReplies',
    whole: ({ reached }) => reached,
  },
  { word: t('Bounced'), figure: 'bounced', whole: ({ sent }) => sent },
  { word: t('Unsubscribed'), figure: 'unsubscribed', whole: ({ reached }) => reached },
  { word: t('Complained'), figure: 'complained', whole: ({ reached }) => reached },
]

const reachedGoal: Card = {
  word: t('Reached the goal'),
  figure: 'reachedGoal',
  whole: ({ reached }) => reached,
}

const captured: Card = { word: t('Captured, not sent'), figure: 'captured', whole: null }

/** Shows the totals of a period, each with the total of the period before it. */
export function ResultCards({
  spinnerId,
  period,
  total,
  before,
  hasGoal,
}: {
  spinnerId: string
  period: ResultPeriod
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
      {shown.map(({ word, figure, whole }) => {
        const share = whole === null ? null : shareOf(total[figure], whole(total))
        return (
          <Paper key={word} withBorder p="sm" role="listitem" className="numbers">
            <Text size="xs" c="dimmed">
              {word}
            </Text>
            <Text fz={22} lh={1.4} fw={650} {...(total[figure] === 0 && { c: 'dimmed' })}>
              <LinkedFigure count={total[figure]} list={messagesOf(spinnerId, figure, period)} />
              {share !== null && total[figure] > 0 && (
                <Text span size="sm" c="dimmed" ml={6}>
                  {share}
                </Text>
              )}
            </Text>
            {before !== null && (
              <Text size="xs" c="dimmed">
                {t('Period before: {before, number}', { before: before[figure] })}
                {whole !== null && before[figure] > 0 && ` (${shareOf(before[figure], whole(before)) ?? ''})`}
              </Text>
            )}
          </Paper>
        )
      })}
    </SimpleGrid>
  )
}
