import { Box, Group, Paper, SimpleGrid, Text, Title } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Activity, Overview } from '../../api/schema.ts'
import type { Reaction } from '../../api/sender/messages.ts'
import { Legend, type Series, TimeBars } from '../../components/chart/time-bars.tsx'
import { AnchorLink } from '../../components/links.tsx'
import { language } from '../../languages/language.ts'
import { t } from '../../languages/text.ts'
import { wordsOfParts } from './part-words.ts'

type Kind = keyof Activity

interface Period {
  readonly since: string
  readonly until: string
}

interface Chart {
  readonly id: string
  readonly title: string
  readonly to: '/arrivals' | '/messages' | '/replies'
  readonly more: string
  /** Returns the list that a bar counts for one of its series. */
  readonly listOf: (
    period: Period,
    name: Kind,
  ) => { readonly to: '/arrivals' | '/messages'; readonly search: Readonly<Record<string, string>> }
  /**
   * `figure` names the series whose total is the main figure of the chart; `called` is the name of this figure in
   * singular and plural.
   */
  readonly figure: Kind
  readonly called: readonly [one: string, several: string]
  readonly series: readonly Series<Kind>[]
  /** A count that is not drawn, with a link to its list; null if there is none. */
  readonly beside: { readonly name: Kind; readonly word: string } | null
}

const accent = 'var(--mantine-primary-color-filled)'
const pale = 'var(--mantine-color-spindle-3)'
const warning = 'var(--mantine-color-yellow-6)'
const bad = 'var(--mantine-color-red-6)'
const quiet = 'var(--mantine-color-gray-6)'

/** The series that count arrivals or messages of one state. */
const states: ReadonlySet<Kind> = new Set<Kind>(['held', 'refused', 'captured', 'unconfirmed', 'failed'])

function statusOf(name: Kind): Readonly<Record<string, string>> {
  return states.has(name) ? { status: name } : {}
}

/** The reactions of messages that the series of responses count. */
const reactionOf: Readonly<Partial<Record<Kind, Reaction>>> = {
  replies: 'reply',
  bounces: 'bounce',
  complaints: 'complaint',
}

const charts: readonly Chart[] = [
  {
    id: 'came-in',
    title: t('Incoming'),
    to: '/arrivals',
    more: t('Arrivals'),
    listOf: (period, name) => ({ to: '/arrivals', search: { ...statusOf(name), ...period } }),
    figure: 'records',
    called: [t('record'), t('records')],
    series: [
      { name: 'records', word: t('added'), color: accent },
      { name: 'held', word: t('held'), color: warning },
    ],
    // Refused records stand beside the chart, because a faulty client can send more of them than of all others.
    beside: { name: 'refused', word: t('refused') },
  },
  {
    id: 'went-out',
    title: t('Outgoing'),
    to: '/messages',
    more: t('Messages'),
    listOf: (period, name) => ({ to: '/messages', search: { ...statusOf(name), ...period } }),
    figure: 'sent',
    called: [t('e-mail sent'), t('e-mails sent')],
    series: [
      { name: 'sent', word: t('sent'), color: accent },
      { name: 'captured', word: t('captured'), color: pale },
      { name: 'unconfirmed', word: t('unconfirmed'), color: warning },
      { name: 'failed', word: t('failed'), color: bad },
    ],
    beside: null,
  },
  {
    id: 'came-back',
    title: t('Responses'),
    to: '/replies',
    more: t('Replies'),
    listOf: ({ since, until }, name) => ({
      to: '/messages',
      search: { reaction: reactionOf[name] ?? '', reactedSince: since, reactedUntil: until },
    }),
    figure: 'replies',
    called: [t('reply'), t('replies')],
    series: [
      { name: 'replies', word: t('replies'), color: accent },
      { name: 'bounces', word: t('bounced'), color: quiet },
      { name: 'complaints', word: t('complaints'), color: bad },
    ],
    beside: null,
  },
]

/**
 * Charts of the arrivals, the sent messages and the responses. Series whose total is 0 are left out, except
 * the first.
 */
export function ActivityCharts({ overview }: { overview: Overview }) {
  return (
    <SimpleGrid cols={{ base: 1, md: 3 }} spacing="md">
      {charts.map((chart) => (
        <OneChart key={chart.id} chart={chart} overview={overview} />
      ))}
    </SimpleGrid>
  )
}

function OneChart({ chart, overview }: { chart: Chart; overview: Overview }) {
  const { id, title, to, more, listOf, beside, figure } = chart
  const { totals, totalsBefore, parts, since, until } = overview
  const navigate = useNavigate()
  const series = chart.series.filter(({ name }, index) => index === 0 || totals[name] > 0)
  const isEmpty = series.every(({ name }) => totals[name] === 0)
  const open = (index: number, name: Kind) =>
    void navigate(listOf({ since: parts[index]?.at ?? until, until: parts[index + 1]?.at ?? until }, name))
  const linked = (name: Kind, words: string) => (
    <AnchorLink {...listOf({ since, until }, name)} inherit>
      {words}
    </AnchorLink>
  )
  const before = (name: Kind) => (
    <Text span inherit c="dimmed" title={t('The same time before this period')}>
      {' '}
      ({t('before: {before, number}', { before: totalsBefore[name] })})
    </Text>
  )
  return (
    // A column aligns the charts of a row at the bottom, although their texts differ in height.
    <Paper
      withBorder
      p="md"
      display="flex"
      miw={0}
      style={{ flexDirection: 'column' }}
      component="section"
      aria-labelledby={id}
    >
      <Group justify="space-between" align="baseline" wrap="nowrap">
        <Title order={2} size="h5" fw={600} c="dimmed" id={id}>
          {title}
        </Title>
        <AnchorLink to={to} size="sm">
          {more}
        </AnchorLink>
      </Group>
      <Total chart={chart} overview={overview} renderFigure={linked} />
      <Box mb="sm">
        {isEmpty ? (
          <Text size="xs" c="dimmed">
            {t('No activity in this period')}
          </Text>
        ) : (
          <Legend
            series={series}
            counts={totals}
            renderFigure={(name, words) => (
              <>
                {linked(name, words)}
                {name !== figure && before(name)}
              </>
            )}
          />
        )}
        {beside !== null && totals[beside.name] > 0 && (
          <Text size="xs" className="numbers">
            {linked(beside.name, `${totals[beside.name].toLocaleString(language)} ${beside.word}`)}
            {before(beside.name)}
          </Text>
        )}
      </Box>
      <Box mt="auto">
        <TimeBars
          label={t('{title}, over time', { title })}
          series={series}
          parts={parts}
          onOpen={open}
          {...wordsOfParts(overview)}
        />
      </Box>
    </Paper>
  )
}

/** The main figure of a chart, beside the same figure of the period before. */
function Total({
  chart: { figure, called },
  overview: { totals, totalsBefore },
  renderFigure,
}: {
  chart: Chart
  overview: Overview
  renderFigure: (name: Kind, words: string) => ReactNode
}) {
  const total = totals[figure]
  return (
    <Group gap={6} align="baseline" className="numbers">
      <Text fz={28} lh={1.3} fw={650} {...(total === 0 && { c: 'dimmed' })}>
        {total === 0 ? '0' : renderFigure(figure, total.toLocaleString(language))}
      </Text>
      <Text size="sm" c="dimmed">
        {called[total === 1 ? 0 : 1]}
      </Text>
      <Text size="xs" c="dimmed" ml="auto" title={t('The same time before this period')}>
        {t('before: {before, number}', { before: totalsBefore[figure] })}
      </Text>
    </Group>
  )
}
