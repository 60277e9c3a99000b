import { Alert, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Hourglass } from 'lucide-react'
import { organizationQuery } from '../../../api/account/organization.ts'
import type { Spinner } from '../../../api/schema.ts'
import { spinnerResultsQuery } from '../../../api/spinner/results.ts'
import { presentTime } from '../../../api/test-mode/present-time.ts'
import { NotLoaded } from '../../../components/loading/loaded.tsx'
import { useSearchParam } from '../../../components/search-param.ts'
import { Moment } from '../../../components/time/moment.tsx'
import { rich } from '../../../languages/rich.ts'
import { t } from '../../../languages/text.ts'
import { FailureReasons } from './failure-reasons.tsx'
import { PeriodChoice } from './period-choice.tsx'
import { ResultCards } from './result-cards.tsx'
import { ResultCharts } from './result-charts.tsx'
import { ResultGroups } from './result-groups.tsx'
import { dayAfter, periodInAddress, periodsOf } from './result-period.ts'

const pollEveryMs = 10_000
/** The number of days up to which charts have a bar for each day; longer periods have one for each week. */
const maxDaysInChart = 92

/** Shows the results of the e-mails of a spinner over all its jobs: in total, over time and by group. */
export function SpinnerResults({ spinner }: { spinner: Spinner }) {
  const [param, setParam] = useSearchParam('period')
  const range = periodInAddress(param)
  const timeZone = useQuery(organizationQuery).data?.timeZone ?? 'UTC'
  const { present, before, days } = periodsOf(range, presentTime(), timeZone)
  const unit = days === null || dayAfter(days.from, maxDaysInChart) < days.to ? 'week' : 'day'
  const results = useQuery({
    ...spinnerResultsQuery(spinner.id, unit, present),
    refetchInterval: pollEveryMs,
  })
  const former = useQuery({
    ...spinnerResultsQuery(spinner.id, unit, before ?? present),
    enabled: before !== null,
  })
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
        <PeriodChoice range={range} days={days} onChange={setParam} />
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
            spinnerId={spinner.id}
            period={present}
            total={results.data.total}
            hasGoal={spinner.goal !== null}
            before={before === null ? null : (former.data?.total ?? null)}
          />
          <ResultCharts
            spinner={spinner}
            items={results.data.items}
            unit={unit}
            days={days}
            period={present}
            timeZone={timeZone}
          />
          <ResultGroups spinner={spinner} period={present} before={before} timeZone={timeZone} />
          <FailureReasons spinner={spinner} />
        </Stack>
      )}
    </Paper>
  )
}
