import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Where } from '../../../api/schema.ts'
import { bodyOf, type RunAudience, type TriggerData } from '../../../api/spinner/rehearsals.ts'
import { spinnerVersionQuery } from '../../../api/spinner/spinners.ts'
import { ButtonLink } from '../../../components/links.tsx'
import { ProblemAlert } from '../../../components/problem/problem-alert.tsx'
import { audienceWords } from '../audience-choice.tsx'
import { useStableValue } from '../use-stable-value.ts'
import { RehearsalView } from './rehearsal-view.tsx'
import classes from './run-form.module.css'
import type { RunQuestion } from './run-question.ts'
import { momentOf, type StartTime, StartTimeFields } from './start-time.tsx'
import { completeData, TriggerDataFields } from './trigger-data-fields.tsx'
import { useForecast } from './use-forecast.ts'
import { useStartRun } from './use-start-run.ts'

/**
 * Rehearses a run, shows what it would do, and starts it as shown.
 */
export function RunForm({
  question: { id, dataTableId, publishedVersion, audience, differs },
  recordIds = null,
  opened,
  onStarted,
  onClose,
  onBusy,
}: {
  question: RunQuestion
  /** The ids of the records to run for; null for the audience of the spinner. */
  recordIds?: readonly string[] | null
  opened: boolean
  onStarted: (jobId: string) => void
  onClose: () => void
  /** Called when the request to start the job begins (true) and ends (false). The dialog stays open meanwhile. */
  onBusy: (busy: boolean) => void
}) {
  const [said, setSaid] = useState<TriggerData>({})
  const [startTime, setStartTime] = useState<StartTime>({ later: false, at: '' })
  const [everyRecord, setEveryRecord] = useState<Where | null>(null)
  const run = useStartRun(id, onStarted, onBusy)
  const { isPending, isLost } = run
  const { data: version } = useQuery(spinnerVersionQuery(id, publishedVersion ?? 0))
  const data = useStableValue(version === undefined ? undefined : completeData(version.triggerData, said))
  const chosen = useStableValue<RunAudience>(
    everyRecord !== null ? { where: everyRecord } : recordIds === null ? {} : { recordIds },
  )
  const forecast = useForecast({ spinnerId: id, audience: chosen, data, isOn: opened })
  const { rehearsal, shown, isLatest, isStuck, change } = forecast
  // Whether the user has clicked "Run", and the job starts if a new forecast has the same figures.
  const [isChecking, setChecking] = useState(false)
  const moment = momentOf(startTime)
  const start = (isRepeat: boolean) =>
    run.start(
      {
        ...(shown === undefined ? {} : { rehearsal: shown.id }),
        ...(data == null ? {} : { data }),
        ...bodyOf(chosen),
        ...(moment === null ? {} : { scheduledAt: moment.toISOString() }),
      },
      () => {
        setChecking(!isRepeat)
        forecast.renew(shown)
      },
    )
  useEffect(() => {
    if (!isChecking || !(isLatest || isStuck)) return
    setChecking(false)
    if (isLatest && change === null) start(true)
  })
  const isEmpty = shown?.result?.audience.eligible === 0
  const columns = version?.metadataColumns ?? []
  return (
    <Stack gap="md">
      <Text size="sm">
        The job runs version {publishedVersion} of the spinner
        {audienceText(everyRecord === null ? audience : 'all', recordIds)}
        {differs && ' The job does not include the unpublished changes.'}
      </Text>
      {version !== undefined && version.triggerData.length > 0 && (
        <TriggerDataFields fields={version.triggerData} data={said} disabled={isLost} onChange={setSaid} />
      )}
      {change !== null && <ChangedAlert change={change} />}
      {data === undefined && version !== undefined ? (
        <Text size="sm" c="dimmed">
          Fill in the trigger data to see what the run would do.
        </Text>
      ) : (
        <RehearsalView
          nobody={
            <Nobody
              dataTableId={dataTableId}
              isSelection={recordIds !== null}
              onAll={
                audience === 'new' && recordIds === null && everyRecord === null && columns[0] !== undefined
                  ? () => setEveryRecord(everyRecordBy(columns[0] ?? ''))
                  : null
              }
            />
          }
          rehearsal={rehearsal}
          error={forecast.error}
          version={version}
          dataTableId={dataTableId}
          onAgain={forecast.again}
        />
      )}
      <StartTimeFields value={startTime} disabled={isLost} onChange={setStartTime} />
      <ProblemAlert error={run.error} />
      {isLost && <Text size="sm">The job may have started. If you try again, it does not start twice.</Text>}
      <RunButtons
        verb={isLost ? 'Try again' : startTime.later ? 'Schedule' : 'Run'}
        isPending={isPending || isChecking}
        hasForecast={shown !== undefined || isStuck}
        isReady={data !== undefined && (!startTime.later || moment !== null) && !isEmpty}
        mayRunWithout={data !== undefined}
        onStart={() => start(false)}
        onClose={onClose}
      />
    </Stack>
  )
}

function audienceText(audience: RunQuestion['audience'], recordIds: readonly string[] | null): string {
  if (recordIds === null) return `. ${audienceWords[audience].means}`
  const { length } = recordIds
  return ` for the ${length === 1 ? 'selected record' : `${length.toLocaleString('en')} selected records`}.`
}

/** Returns a condition that every record meets: its column has a value, or has none. */
function everyRecordBy(column: string): Where {
  return {
    or: [
      { column, operator: 'exists' },
      { column, operator: 'missing' },
    ],
  }
}

/** Explains why a run without recipients cannot be started, with the actions that change that. */
function Nobody({
  dataTableId,
  isSelection,
  onAll,
}: {
  dataTableId: string
  isSelection: boolean
  onAll: (() => void) | null
}) {
  if (isSelection)
    return <Text size="sm">The job would take none of the selected records. Select other records.</Text>
  return (
    <Alert color="yellow" variant="light" role="status" title="There are no records to write to">
      <Text size="sm">
        {onAll === null
          ? 'Add records to the table of the spinner, then run it.'
          : 'No record is new to this spinner. Add records to its table, or run it for all records: people may get the messages again.'}
      </Text>
      <Group gap="xs" mt="sm">
        <ButtonLink to="/data-tables/$dataTableId" params={{ dataTableId }} size="xs" variant="default">
          Add records
        </ButtonLink>
        {onAll !== null && (
          <Button size="xs" variant="default" onClick={onAll}>
            Run for all records
          </Button>
        )}
      </Group>
    </Alert>
  )
}

function ChangedAlert({ change }: { change: string }) {
  return (
    <Alert color="yellow" variant="light" role="alert" title="The forecast has changed">
      {change} The new forecast below shows what happens if you start the job now.
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
   * Whether the user has seen the forecast of the run, or the forecast has failed. The main button is
   * disabled while this flag is false.
   */
  hasForecast: boolean
  /** Whether the run has recipients, and its trigger data and start time are complete. */
  isReady: boolean
  mayRunWithout: boolean
  onStart: () => void
  onClose: () => void
}) {
  return (
    <Group justify="flex-end" className={classes['foot']}>
      <Button variant="default" disabled={isPending} onClick={onClose}>
        Cancel
      </Button>
      {!hasForecast && mayRunWithout && (
        <Button variant="default" loading={isPending} onClick={onStart}>
          Run without forecast
        </Button>
      )}
      <Button loading={isPending} disabled={!hasForecast || !isReady} onClick={onStart}>
        {verb}
      </Button>
    </Group>
  )
}
