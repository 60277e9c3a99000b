import { ActionIcon, Box, Group, Paper, SimpleGrid, Title, Tooltip } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { Image } from 'lucide-react'
import { useRef } from 'react'
import type { ResultsOfGroup, Spinner } from '../../../api/schema.ts'
import { givenOf, type ResultPeriod } from '../../../api/spinner/results.ts'
import { presentTime } from '../../../api/test-mode/present-time.ts'
import { saveAsPng } from '../../../components/chart/save-as-png.ts'
import { Legend, type Series, TimeBars } from '../../../components/chart/time-bars.tsx'
import { ExportCsv } from '../../../components/export/export-csv.tsx'
import { dateFormat } from '../../../components/time/date-format.ts'
import { inSentence } from '../../../languages/in-sentence.ts'
import { t } from '../../../languages/text.ts'
import { datesFrom, messagesOf } from './result-links.ts'
import { type DayRange, datesOf, dayIn, mondayOf } from './result-period.ts'

const counts = ['sent', 'captured', 'replied', 'bounced', 'unsubscribed', 'complained'] as const
type Count = (typeof counts)[number]

const charts: readonly {
  readonly id: string
  readonly titles: Readonly<Record<'day' | 'week', string>>
  readonly series: readonly Series<Count>[]
}[] = [
  {
    id: 'sent-over-time',
    titles: { day: t('Messages sent by day'), week: t('Messages sent by week') },
    series: [
      { name: 'sent', word: t('sent'), color: 'var(--mantine-primary-color-filled)' },
      { name: 'captured', word: t('captured'), color: 'var(--mantine-color-spindle-3)' },
    ],
  },
  {
    id: 'responses-over-time',
    titles: {
      day: t('Responses to these messages by day'),
      week: t('Responses to these messages by week'),
    },
    series: [
      { name: 'replied', word: t('replied'), color: 'var(--mantine-primary-color-filled)' },
      { name: 'bounced', word: t('bounced'), color: 'var(--mantine-color-gray-6)' },
      { name: 'unsubscribed', word: t('unsubscribed'), color: 'var(--mantine-color-yellow-6)' },
      { name: 'complained', word: t('complained'), color: 'var(--mantine-color-red-6)' },
    ],
  },
]

/** Shows the messages of a spinner and the responses to them by day or week. Each chart can be saved as an image. */
export function ResultCharts({
  spinner,
  items,
  unit,
  days,
  period,
  timeZone,
}: {
  spinner: Spinner
  items: readonly ResultsOfGroup[]
  unit: 'day' | 'week'
  /** The first and the last day of the period; null for all time. */
  days: DayRange | null
  period: ResultPeriod
  timeZone: string
}) {
  const begin = days?.from ?? null
  const end = days?.to ?? dayIn(timeZone, presentTime())
  const [from, to] = unit === 'day' ? [begin, end] : [begin === null ? null : mondayOf(begin), mondayOf(end)]
  const byKey = new Map(items.map((item) => [item.key, item]))
  const none = Object.fromEntries(counts.map((name) => [name, 0])) as Record<Count, number>
  const dates = datesOf([...byKey.keys()], unit === 'day' ? 1 : 7, from, to)
  const parts = dates.map((at) => ({ ...none, ...byKey.get(at), at }))
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
      {charts.map((chart) => (
        <OneChart
          key={chart.id}
          chart={chart}
          spinner={spinner}
          parts={parts}
          unit={unit}
          period={period}
          timeZone={timeZone}
        />
      ))}
    </SimpleGrid>
  )
}

const dayOptions = { day: 'numeric', month: 'short', timeZone: 'UTC' } as const

function OneChart({
  chart: { id, titles, series },
  spinner: { id: spinnerId, name },
  parts,
  unit,
  period,
  timeZone,
}: {
  chart: (typeof charts)[number]
  spinner: Spinner
  period: ResultPeriod
  timeZone: string
  parts: readonly (Record<Count, number> & { readonly at: string })[]
  unit: 'day' | 'week'
}) {
  const navigate = useNavigate()
  const frame = useRef<HTMLDivElement>(null)
  const title = titles[unit]
  const totals = Object.fromEntries(
    counts.map((count) => [count, parts.reduce((sum, part) => sum + part[count], 0)]),
  ) as Record<Count, number>
  const shown = series.filter(({ name: count }, index) => index === 0 || totals[count] > 0)
  const words = (index: number) => dateFormat(dayOptions).format(new Date(parts[index]?.at ?? 0))
  const every = Math.max(1, Math.ceil(parts.length / 5))
  const save = () => {
    const svg = frame.current?.querySelector('svg')
    if (svg) void saveAsPng(svg, t('{name}: {title}', { name, title: inSentence(title) }), `${id}.png`)
  }
  const open = (index: number, figure: Count) => {
    const dates = datesFrom(parts[index]?.at ?? '', unit, period, timeZone)
    const search = messagesOf(spinnerId, figure, dates)
    if (search !== null) void navigate({ to: '/messages', search })
  }
  return (
    <Paper withBorder p="md" component="section" aria-labelledby={id} miw={0}>
      <Group justify="space-between" wrap="nowrap">
        <Title order={3} size="h5" id={id}>
          {title}
        </Title>
        <Group gap={4} wrap="nowrap">
          <ExportCsv
            path={`/api/v1/spinners/${spinnerId}/results`}
            filter={{ groupBy: unit, ...givenOf(period) }}
            fileName={`${id}.csv`}
            iconLabel={t('Save the figures of the chart “{title}” as CSV', { title })}
          />
          <Tooltip label={t('Save as PNG')}>
            <ActionIcon
              variant="subtle"
              aria-label={t('Save the chart “{title}” as PNG', { title })}
              onClick={save}
            >
              <Image size={16} aria-hidden />
            </ActionIcon>
          </Tooltip>
        </Group>
      </Group>
      <Legend series={shown} counts={totals} />
      <Box mt="sm" ref={frame}>
        <TimeBars
          label={title}
          series={shown}
          parts={parts}
          onOpen={open}
          short={(index) => (index % every === Math.floor(every / 2) ? words(index) : null)}
          full={(index) => (unit === 'day' ? words(index) : t('Week from {words}', { words: words(index) }))}
        />
      </Box>
    </Paper>
  )
}
