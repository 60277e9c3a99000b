import { Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { newIdempotencyKey } from '../../../api/idempotency-key.ts'
import { maxDelayDays } from '../../../api/limits.ts'
import type { ExistingRecords, Spinner } from '../../../api/schema.ts'
import { type RunAudience, useRehearsal } from '../../../api/spinner/rehearsals.ts'
import { scheduleRunsQuery } from '../../../api/spinner/spinners.ts'
import { presentTime } from '../../../api/test-mode/present-time.ts'
import { t } from '../../../languages/text.ts'
import { Excluded, RehearsalSummary } from '../run/rehearsal/rehearsal-summary.tsx'
import { RehearsalView } from '../run/rehearsal/rehearsal-view.tsx'
import { useStableValue } from '../use-stable-value.ts'

type PublishedSpinner = Pick<Spinner, 'id' | 'starts' | 'triggerData'>

interface ExistingChoice extends ExistingRecords {
  /** Whether the published version starts on the same records already, so that some wait for a job. */
  readonly isContinued: boolean
}

/**
 * Says whom the draft would write to after it is published, how many people a day, and until when. Rehearses the draft
 * from its first start. Shows nothing if the draft needs trigger data, which a run brings.
 */
export function PublishForecast({
  spinner,
  existing,
}: {
  spinner: PublishedSpinner
  /** The existing records with the user's choice; null for a spinner that starts neither on records nor on entries. */
  existing: ExistingChoice | null
}) {
  const { starts, triggerData } = spinner
  if (triggerData.some(({ isRequired }) => isRequired)) return null
  if (existing !== null && (existing.choice === 'exclude' || existing.count === 0))
    return (
      <Text size="sm">
        {starts.on === 'segment'
          ? t(
              'Publishing writes to nobody at once. Jobs take the records that enter the segment from now on.',
            )
          : t('Publishing writes to nobody at once. Jobs take the records that arrive from now on.')}
      </Text>
    )
  // A rehearsal cannot choose the entries that wait for a job.
  if (starts.on === 'segment' && existing?.isContinued === true) return null
  return starts.on === 'schedule' ? (
    <ScheduledForecast spinner={spinner} />
  ) : (
    <Forecast
      spinner={spinner}
      heading={starts.on === 'call' ? t('If you run the spinner now') : t('The first job after publishing')}
    />
  )
}

/** Forecasts the job of the first start of a schedule. */
function ScheduledForecast({ spinner }: { spinner: PublishedSpinner }) {
  const { cron = '', timeZone = '' } = spinner.starts
  const { data, error } = useQuery(scheduleRunsQuery(cron, timeZone))
  const [first] = data ?? []
  const isNear = first !== undefined && Date.parse(first) < presentTime() + maxDelayDays * 86_400_000
  return (
    <Forecast
      spinner={spinner}
      heading={isNear ? t('The first job of the schedule') : t('If the spinner started now')}
      scheduledAt={isNear ? first : undefined}
      isOn={data !== undefined || error !== null}
    />
  )
}

function Forecast({
  spinner: { id, starts },
  heading,
  scheduledAt,
  isOn = true,
}: {
  spinner: PublishedSpinner
  heading: string
  /** The time at which the first job starts; undefined for now. */
  scheduledAt?: string | undefined
  /** Whether the time of the first start is known, so that the rehearsal can begin. */
  isOn?: boolean
}) {
  const [attempt, setAttempt] = useState(newIdempotencyKey)
  const audience = useStableValue<RunAudience>(
    starts.on === 'segment' && starts.segmentId !== undefined ? { segmentId: starts.segmentId } : {},
  )
  const request = { spinnerId: id, draft: true, audience, data: null, attempt }
  const { rehearsal, error } = useRehearsal(
    isOn ? { ...request, ...(scheduledAt === undefined ? {} : { scheduledAt }) } : null,
  )
  return (
    <section aria-labelledby="publish-forecast">
      <Title order={3} size="h5" id="publish-forecast" mb={4}>
        {heading}
      </Title>
      <RehearsalView rehearsal={rehearsal} error={error} onAgain={() => setAttempt(newIdempotencyKey())}>
        {(result) => (
          <Stack gap="xs">
            <RehearsalSummary result={result} />
            <Excluded {...result.audience} />
          </Stack>
        )}
      </RehearsalView>
    </section>
  )
}
