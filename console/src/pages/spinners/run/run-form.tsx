import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Spinner, Where } from '../../../api/schema.ts'
import { bodyOf, type RunAudience, type TriggerData } from '../../../api/spinner/rehearsals.ts'
import { spinnerVersionQuery } from '../../../api/spinner/spinners.ts'
import { ProblemAlert } from '../../../components/problem/problem-alert.tsx'
import { t } from '../../../languages/text.ts'
import { wordsOfAudience } from '../audience-choice.tsx'
import { ExclusionChoice } from '../segments-choice.tsx'
import { useStableValue } from '../use-stable-value.ts'
import { everyRecordBy, Nobody } from './nobody.tsx'
import { RehearsalResult } from './rehearsal/rehearsal-result.tsx'
import { RehearsalView } from './rehearsal/rehearsal-view.tsx'
import type { RunQuestion } from './run-question.ts'
import { momentOf, type StartTime, StartTimeFields } from './start-time.tsx'
import { completeData, TriggerDataFields } from './trigger-data-fields.tsx'
import { useForecast } from './use-forecast.ts'
import { useRunAsShown } from './use-run-as-shown.ts'
import { useStartRun } from './use-start-run.ts'

interface RunFormProps {
  question: RunQuestion
  /** The ids of the records to run for; null for a segment or the audience of the spinner. */
  recordIds?: readonly string[] | null
  /** The id of the segment to run for; null for records or the audience of the spinner. */
  segmentId?: string | null
  opened: boolean
  onStarted: (jobId: string) => void
  onClose: () => void
  /** Called when the request to start the job begins (true) and ends (false). The dialog stays open meanwhile. */
  onBusy: (busy: boolean) => void
}

/**
 * Rehearses a run, shows what it would do, and starts it as shown.
 */
export function RunForm({
  question: { id, dataTableId, publishedVersion, audience, starts, differs },
  recordIds = null,
  segmentId = null,
  opened,
  onStarted,
  onClose,
  onBusy,
}: RunFormProps) {
  const [said, setSaid] = useState<TriggerData>({})
  const [startTime, setStartTime] = useState<StartTime>({ later: false, at: '' })
  const [everyRecord, setEveryRecord] = useState<Where | null>(null)
  const [exclude, setExclude] = useState<Spinner['exclude']>(null)
  const run = useStartRun(id, onStarted, onBusy)
  const { isPending, isLost } = run
  const isSent = isPending || isLost
  const { data: version } = useQuery(spinnerVersionQuery(id, publishedVersion ?? 0))
  const data = useStableValue(version === undefined ? undefined : completeData(version.triggerData, said))
  const runAudience = useStableValue({ ...audienceOf(everyRecord, recordIds, segmentId), exclude })
  const forecast = useForecast({ spinnerId: id, audience: runAudience, data, isOn: opened })
  const { rehearsal, shown, isStuck, change } = forecast
  const moment = momentOf(startTime)
  const { start, isChecking } = useRunAsShown(run, forecast, {
    ...(data == null ? {} : { data }),
    ...bodyOf(runAudience),
    ...(moment === null ? {} : { scheduledAt: moment.toISOString() }),
  })
  const isEmpty = shown?.result?.audience.eligible === 0
  const [first = ''] = version?.metadataColumns ?? []
  const isOfSpinner = recordIds === null && segmentId === null && everyRecord === null
  const mayTakeAll = !isSent && audience === 'new' && isOfSpinner && first !== ''
  return (
    <Stack gap="md">
      <RunText
        version={publishedVersion}
        audience={everyRecord !== null ? 'all' : segmentId === null ? audience : { segmentId }}
        starts={segmentId === null ? starts : { on: 'call' }}
        recordIds={recordIds}
        differs={differs}
      />
      {version !== undefined && version.triggerData.length > 0 && (
        <TriggerDataFields fields={version.triggerData} data={said} disabled={isSent} onChange={setSaid} />
      )}
      <ExclusionChoice dataTableId={dataTableId} exclude={exclude} disabled={isSent} onChange={setExclude} />
      {change !== null && <ChangedAlert change={change} />}
      {data === undefined && version !== undefined ? (
        <IncompleteText />
      ) : (
        <RehearsalView
          nobody={
            <Nobody
              dataTableId={dataTableId}
              isSelection={recordIds !== null}
              onAll={mayTakeAll ? () => setEveryRecord(everyRecordBy(first)) : null}
            />
          }
          rehearsal={rehearsal}
          error={forecast.error}
          onAgain={forecast.again}
        >
          {(result) => <RehearsalResult result={result} version={version} dataTableId={dataTableId} />}
        </RehearsalView>
      )}
      <StartTimeFields value={startTime} disabled={isSent} onChange={setStartTime} />
      <ProblemAlert error={run.error} />
      {isLost && <LostText />}
      <RunButtons
        verb={isLost ? t('Try again') : startTime.later ? t('Schedule') : t('Run')}
        isPending={isPending || isChecking}
        hasForecast={isLost || shown !== undefined || isStuck}
        isReady={isLost || (data !== undefined && (!startTime.later || moment !== null) && !isEmpty)}
        mayRunWithout={data !== undefined}
        onStart={start}
        onClose={onClose}
      />
    </Stack>
  )
}

function RunText({
  version,
  audience,
  starts,
  recordIds,
  differs,
}: {
  version: RunQuestion['publishedVersion']
  audience: RunQuestion['audience']
  starts: RunQuestion['starts']
  recordIds: readonly string[] | null
  differs: boolean
}) {
  return (
    <Text size="sm">
      {recordIds === null
        ? t('The job runs version {version} of the spinner. {records}', {
            version,
            records: wordsOfAudience({ audience, starts }).means,
          })
        : t(
            'The job runs version {version} of the spinner for the {length, plural, =1 {selected record} other {# selected records}}.',
            { version, length: recordIds.length },
          )}
      {differs && t(' The job does not include the unpublished changes.')}
    </Text>
  )
}

function LostText() {
  return <Text size="sm">{t('The job may have started. If you try again, it does not start twice.')}</Text>
}

function IncompleteText() {
  return (
    <Text size="sm" c="dimmed">
      {t('Fill in the trigger data to see what the run would do.')}
    </Text>
  )
}

function ChangedAlert({ change }: { change: string }) {
  return (
    <Alert color="yellow" variant="light" role="alert" title={t('The forecast has changed')}>
      {t('{change} The new forecast below shows what happens if you start the job now.', { change })}
    </Alert>
  )
}

function RunButtons({
  verb,
  isPending,
  hasForecast,
  isReady,
  mayRunWithout,
  onStart,
  onClose,
}: {
  verb: string
  isPending: boolean
  /**
   * Whether the user has seen the forecast of the run, the forecast has failed, or the answer to the request
   * was lost. The main button is disabled while this flag is false.
   */
  hasForecast: boolean
  /** Whether the run has recipients and complete trigger data and start time, or is repeated unchanged. */
  isReady: boolean
  mayRunWithout: boolean
  onStart: () => void
  onClose: () => void
}) {
  return (
    <Group justify="flex-end" className="form-foot">
      <Button variant="default" disabled={isPending} onClick={onClose}>
        {t('Cancel')}
      </Button>
      {!hasForecast && mayRunWithout && (
        <Button variant="default" loading={isPending} onClick={onStart}>
          {t('Run without forecast')}
        </Button>
      )}
      <Button loading={isPending} disabled={!hasForecast || !isReady} onClick={onStart}>
        {verb}
      </Button>
    </Group>
  )
}

/** Returns the records that a run takes: every record, the selected records, a segment, or the spinner's audience. */
function audienceOf(
  everyRecord: Where | null,
  recordIds: readonly string[] | null,
  segmentId: string | null,
): RunAudience {
  if (everyRecord !== null) return { where: everyRecord }
  return { ...(recordIds === null ? {} : { recordIds }), ...(segmentId === null ? {} : { segmentId }) }
}
