import { Group, Table, Text } from '@mantine/core'
import { useQueries, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { PersonSourceKind } from '../../../api/person/people.ts'
import type { ResultFigures, ResultsOfGroup, Spinner } from '../../../api/schema.ts'
import {
  givenOf,
  type ResultGroup,
  type ResultPeriod,
  spinnerResultsQuery,
} from '../../../api/spinner/results.ts'
import { spinnerVersionQuery } from '../../../api/spinner/spinners.ts'
import { ChoiceBar } from '../../../components/choice-bar.tsx'
import { ExportCsv } from '../../../components/export/export-csv.tsx'
import { NotLoaded } from '../../../components/loading/loaded.tsx'
import { WideTable } from '../../../components/table/wide-table.tsx'
import { wordsOfTemplate } from '../../../components/template/parts-of-template.ts'
import { inSentence } from '../../../languages/in-sentence.ts'
import { t } from '../../../languages/text.ts'
import { personSources } from '../../people/person-sources.ts'
import { stepsWithPlaces } from '../steps/branches.ts'
import { typeOf } from '../steps/types/step-types.ts'
import { LinkedFigure } from './linked-figure.tsx'
import { listOfGroup, messagesOf } from './result-links.ts'
import { shareOf } from './result-period.ts'

const groups: readonly { readonly value: ResultGroup; readonly label: string }[] = [
  { value: 'step', label: t('Step') },
  { value: 'variant', label: t('Branch') },
  { value: 'sender', label: t('Sender') },
  { value: 'day', label: t('Day') },
  { value: 'week', label: t('Week') },
  { value: 'source', label: t('Source') },
  { value: 'holdout', label: t('Holdout') },
]

const emptyWords: Partial<Record<ResultGroup, string>> = {
  variant: t('No messages after a split step in this period.'),
  holdout: t('No version with a holdout has written to people in this period.'),
}

/** The headings of the columns that compare groups with the first group by the goal. */
const goalAgainst: Partial<Record<ResultGroup, string>> = {
  variant: t('Goal against the first branch'),
  holdout: t('Goal against the holdout'),
}

/** The names of the groups with and without messages. */
const holdoutWords: Readonly<Record<string, string>> = {
  holdout: t('Holdout, without messages'),
  others: t('With messages'),
}

/** The groups of messages that an earlier release has counted by what started their job. */
const causes: Readonly<Record<string, string>> = {
  api: t('Jobs started by API'),
  app: t('Jobs started in the console'),
  records: t('Jobs started by new records'),
  schedule: t('Jobs started by schedule'),
}

/** Returns the source of the recipients' records in words. Every other key is the id of an API key. */
function wordsOfSourceKey(key: string, name: string | null): string {
  if (key === '') return t('Not known')
  const kind = (Object.keys(personSources) as PersonSourceKind[]).find((each) => each === key)
  if (kind !== undefined) return personSources[kind]
  return causes[key] ?? (name === null ? t('A deleted API key') : `${personSources.apiKey} ${name}`)
}

/** A table of the results by step, branch, sender, week or source, which can be saved as CSV. */
export function ResultGroups({
  spinner,
  period,
  before,
  timeZone,
}: {
  spinner: Spinner
  period: ResultPeriod
  /** The period with which the groups are compared; null for none. */
  before: ResultPeriod | null
  timeZone: string
}) {
  const [group, setGroup] = useState<ResultGroup>('step')
  const results = useQuery(spinnerResultsQuery(spinner.id, group, period))
  const isOfTime = group === 'day' || group === 'week'
  const former = useQuery({
    ...spinnerResultsQuery(spinner.id, group, before ?? period),
    enabled: before !== null && !isOfTime,
  })
  const formerItems = before === null || isOfTime ? null : (former.data?.items ?? null)
  const nameOf = useGroupNames(spinner.id, group, results.data?.items ?? [])
  const items = results.data?.items
  const offered = groups.filter(
    ({ value }) => value !== 'holdout' || spinner.goal?.holdoutPercent !== undefined,
  )
  const choose = (value: string) => setGroup(groups.find((each) => each.value === value)?.value ?? 'step')
  return (
    <section aria-label={t('Results by group')}>
      <Group justify="space-between" mb="xs" gap="sm">
        <ChoiceBar label={t('Group by')} data={offered} value={group} onChange={choose} />
        {items !== undefined && items.length > 0 && (
          <ExportCsv
            path={`/api/v1/spinners/${spinner.id}/results`}
            filter={{ groupBy: group, ...givenOf(period) }}
            fileName={`results-by-${group}.csv`}
          />
        )}
      </Group>
      {items === undefined ? (
        <NotLoaded query={results} rows={3} />
      ) : items.length === 0 ? (
        <Text size="sm" c="dimmed">
          {emptyWords[group] ?? t('No messages were sent in this period.')}
        </Text>
      ) : (
        <GroupTable
          group={group}
          items={items}
          hasGoal={spinner.goal !== null || items.some(({ reachedGoal }) => reachedGoal > 0)}
          nameOf={nameOf}
          beforeOf={({ key }, figure) =>
            formerItems && (formerItems.find((item) => item.key === key)?.[figure] ?? 0)
          }
          listOf={(item, figure) => {
            const list = listOfGroup(group, item, period, timeZone)
            return list === null ? null : messagesOf(spinner.id, figure, list.period, list.rest)
          }}
        />
      )}
    </section>
  )
}

function GroupTable({
  group,
  items,
  hasGoal,
  nameOf,
  beforeOf,
  listOf,
}: {
  group: ResultGroup
  hasGoal: boolean
  items: readonly ResultsOfGroup[]
  nameOf: (item: ResultsOfGroup) => string
  /** Returns a figure of the same group in the period before; null if there is no period before. */
  beforeOf: (item: ResultsOfGroup, figure: keyof ResultFigures) => number | null
  /** Returns the filter of the message log for a figure of a group; null if no list shows what it counts. */
  listOf: (item: ResultsOfGroup, figure: keyof ResultFigures) => Readonly<Record<string, string>> | null
}) {
  const heading = groups.find(({ value }) => value === group)?.label ?? ''
  const hasCaptured = items.some(({ captured }) => captured > 0)
  const figuresShown = figuresOf(group, { hasCaptured, hasGoal })
  return (
    <WideTable
      label={t('Results by {heading}', { heading: inSentence(heading) })}
      minWidth={820}
      verticalSpacing={6}
      horizontalSpacing="sm"
      className="numbers"
    >
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{heading}</Table.Th>
          {figuresShown.map(({ figure, word }) => (
            <Table.Th key={figure} ta="right">
              {word}
            </Table.Th>
          ))}
          {group === 'variant' && <Table.Th miw={190}>{t('Reply rate against the first branch')}</Table.Th>}
          {goalAgainst[group] !== undefined && hasGoal && <Table.Th miw={190}>{goalAgainst[group]}</Table.Th>}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {items.map((item) => (
          <Table.Tr key={item.key}>
            <Table.Th scope="row" fw={500} style={{ overflowWrap: 'anywhere' }} miw={160}>
              {nameOf(item)}
            </Table.Th>
            {figuresShown.map(({ figure, wholeOf }) => (
              <Figure
                key={figure}
                count={item[figure]}
                whole={wholeOf?.(item) ?? 0}
                before={beforeOf(item, figure)}
                list={listOf(item, figure)}
              />
            ))}
            {group === 'variant' && <Table.Td>{wordsOfDifference(item.difference)}</Table.Td>}
            {goalAgainst[group] !== undefined && hasGoal && (
              <Table.Td>{wordsOfDifference(item.goalDifference)}</Table.Td>
            )}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </WideTable>
  )
}

interface ShownFigure {
  readonly figure: keyof ResultFigures
  /** The heading of the column. */
  readonly word: string
  /** Returns the count of which the figure is shown as a percentage; absent for no percentage. */
  readonly wholeOf?: (item: ResultsOfGroup) => number
}

/** Returns the figures of a table of groups, in the order of its columns. */
function figuresOf(
  group: ResultGroup,
  { hasCaptured, hasGoal }: { readonly hasCaptured: boolean; readonly hasGoal: boolean },
): readonly ShownFigure[] {
  const written = ({ sent, reached }: ResultsOfGroup) => (group === 'step' ? sent : reached)
  return [
    { figure: 'reached', word: group === 'holdout' ? t('People') : t('Reached') },
    { figure: 'sent', word: t('Sent') },
    { figure: 'delivered', word: t('Delivered') },
    ...(hasCaptured ? [{ figure: 'captured', word: t('Captured') } as const] : []),
    { figure: 'replied', word: t('Replied'), wholeOf: written },
    { figure: 'automaticReplies', word: t('Automatic') },
    { figure: 'bounced', word: t('Bounced'), wholeOf: ({ sent }) => sent },
    { figure: 'unsubscribed', word: t('Unsubscribed') },
    { figure: 'complained', word: t('Complained') },
    ...(hasGoal ? [{ figure: 'reachedGoal', word: t('Goal'), wholeOf: written } as const] : []),
  ]
}

/** A count with its percentage of a whole, unless the whole is 0, above the same count in the period before. */
function Figure({
  count,
  whole,
  before,
  list,
}: {
  count: number
  whole: number
  before: number | null
  list: Readonly<Record<string, string>> | null
}) {
  const share = count === 0 ? null : shareOf(count, whole)
  return (
    <Table.Td ta="right" style={{ whiteSpace: 'nowrap' }}>
      <LinkedFigure count={count} list={list} />
      {share !== null && (
        <Text span size="xs" c="dimmed">
          {' '}
          ({share})
        </Text>
      )}
      {before !== null && (
        <Text size="xs" c="dimmed">
          {t('before: {before, number}', { before })}
        </Text>
      )}
    </Table.Td>
  )
}

/** Returns the difference of two rates with its interval, and whether it shows which branch works better. */
function wordsOfDifference(difference: ResultsOfGroup['difference']): string {
  if (difference === null) return '–'
  const points = (share: number) =>
    `${share > 0 ? '+' : share < 0 ? '−' : ''}${Math.abs(share * 100).toFixed(1)}`
  const { value, low, high } = difference
  const verdict = low > 0 ? t('better') : high < 0 ? t('worse') : t('not decided yet')
  return t('{points} points ({low} to {high}), {verdict}', {
    points: points(value),
    low: points(low),
    high: points(high),
    verdict,
  })
}

/** Returns a function that names groups: steps by their position and subject, and sources in words. */
function useGroupNames(spinnerId: string, group: ResultGroup, items: readonly ResultsOfGroup[]) {
  const versions = [...new Set(items.flatMap(({ version }) => version ?? []))]
  const loaded = useQueries({ queries: versions.map((version) => spinnerVersionQuery(spinnerId, version)) })
  const steps = new Map(versions.map((version, index) => [version, loaded[index]?.data?.steps ?? []]))
  return ({ key, name, version, step, path }: ResultsOfGroup): string => {
    if (group === 'source') return wordsOfSourceKey(key, name)
    if (group === 'holdout') return holdoutWords[key] ?? key
    if (group === 'sender')
      return key === '' ? t('Mail server of the deployment') : (name ?? t('A deleted sender'))
    if (version === null || step === null) return key
    const ofVersion = versions.length > 1 ? t(', version {version}', { version }) : ''
    if (group === 'variant')
      return t('{name} (step {path}{ofVersion})', { name: name ?? key, path, ofVersion })
    const placed = stepsWithPlaces(steps.get(version) ?? [])[step]
    const summary =
      placed === undefined ? '' : ` ${wordsOfTemplate(typeOf(placed.step).summaryOf(placed.step))}`
    return `${path}${summary}${ofVersion}`
  }
}
