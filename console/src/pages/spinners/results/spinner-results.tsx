import { Alert, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Hourglass } from 'lucide-react'
import { organizationQuery } from '../../../api/account/organization.ts'
import type { Spinner } from '../../../api/schema.ts'
import { spinnerResultsQuery } from '../../../api/spinner/results.ts'
import { presentTime } from '../../../api/test-mode/present-time.ts'
import { ChoiceBar } from '../../../components/choice-bar.tsx'
import { NotLoaded } from '../../../components/loading/loaded.tsx'
import { useSearchParam } from '../../../components/search-param.ts'
import { Moment } from '../../../components/time/moment.tsx'
import { rich } from '../../../languages/rich.ts'
import { t } from '../../../languages/text.ts'
import { ResultCards } from './result-cards.tsx'
import { ResultCharts } from './result-charts.tsx'
import { ResultGroups } from './result-groups.tsx'
import { periodsOf, resultRangeOf, resultRanges } from './result-period.ts'

const pollEveryMs = 10_000

/** Shows the results of the e-mails of a spinner over all its jobs: in total, over time and by group. */
export function SpinnerResults({ spinner }: { spinner: Spinner }) {
  const [param, setParam] = useSearchParam('period')
  const range = resultRangeOf(param)
  const open = (value: string) => setParam(value === '30' ? undefined : value)
  const { present, before } = periodsOf(range, presentTime())
  const unit = range === '365' || range === 'all' ? 'week' : 'day'
  const results = useQuery({
    ...spinnerResultsQuery(spinner.id, unit, present),
    refetchInterval: pollEveryMs,
  })
  const former = useQuery({
    ...spinnerResultsQuery(spinner.id, null, before ?? present),
    enabled: before !== null,
  })
  const timeZone = useQuery(organizationQuery).data?.timeZone ?? 'UTC'
  return (
    <Paper withBorder p="lg" component="section" aria-labelledby="results">
      <Group justify="space-between" align="flex-start" gap="sm" mb="md">
        <div>
          <Title order={2} id="results">
            {t('Results')}
          </Title>
          <Text size="sm" c="dimmed">
            {t(
              'All jobs and versions. Opens are not tracked, because mail programs load images without a reader.',
            )}
          </Text>
        </div>
        <ChoiceBar label={t('Period')} data={resultRanges} value={range} onChange={open} />
      </Group>
      {results.data === undefined ? (
        <NotLoaded query={results} rows={4} />
      ) : (
        <Stack gap="lg">
          {results.data.countedUntil !== null && (
            <Alert color="gray" icon={<Hourglass aria-hidden />} role="status">
              {rich('The figures are counted up to {moment}. Start a worker to count the later messages.', {
                moment: <Moment at={results.data.countedUntil} />,
              })}
            </Alert>
          )}
          <ResultCards
            total={results.data.total}
            hasGoal={spinner.goal !== null}
            before={before === null ? null : (former.data?.total ?? null)}
          />
          <ResultCharts
            spinner={spinner}
            items={results.data.items}
            unit={unit}
            first={present.since}
            timeZone={timeZone}
          />
          <ResultGroups spinner={spinner} period={present} />
        </Stack>
      )}
    </Paper>
  )
}
