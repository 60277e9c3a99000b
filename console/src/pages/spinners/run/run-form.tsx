import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { TriggerData } from '../../../api/spinner/rehearsals.ts'
import { spinnerVersionQuery } from '../../../api/spinner/spinners.ts'
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
  const run = useStartRun(id, onStarted, onBusy)
  const { isPending, isLost, changed } = run
  const { data: version } = useQuery(spinnerVersionQuery(id, publishedVersion ?? 0))
  const data = useStableValue(version === undefined ? undefined : completeData(version.triggerData, said))
  const forecast = useForecast({ spinnerId: id, key: run.key, recordIds, data, isOn: opened })
  const { rehearsal, shown, isStuck } = forecast
  const moment = momentOf(startTime)
  const start = () =>
    run.start({
      ...(shown === undefined ? {} : { rehearsal: shown.id }),
      ...(data == null ? {} : { data }),
      ...(recordIds === null ? {} : { recordIds: [...recordIds] }),
      ...(moment === null ? {} : { scheduledAt: moment.toISOString() }),
    })
  return (
    <Stack gap="md">
      <Text size="sm">
        The job runs version {publishedVersion} of the spinner{audienceText(audience, recordIds)}
        {differs && ' The job does not include the unpublished changes.'}
      </Text>
      {version !== undefined && version.triggerData.length > 0 && (
        <TriggerDataFields
          fields={version.triggerData}
          data={said}
          disabled={isLost}
          onChange={(next) => {
            run.forgetChange()
            setSaid(next)
          }}
        />
      )}
      {changed !== null && <ChangedAlert changed={changed} />}
      {data === undefined && version !== undefined ? (
        <Text size="sm" c="dimmed">
          Fill in the trigger data to see what the run would do.
        </Text>
      ) : (
        <RehearsalView
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
        isPending={isPending}
        hasForecast={shown !== undefined || isStuck}
        isReady={data !== undefined && (!startTime.later || moment !== null)}
        mayRunWithout={data !== undefined}
        onStart={start}
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

function ChangedAlert({ changed }: { changed: string }) {
  return (
    <Alert
      color="yellow"
      variant="light"
      role="alert"
      title="The run would now differ from the shown forecast"
    >
      {changed}. The new forecast below shows what happens if you start the job now.
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
  /** Whether the trigger data and the start time of the run are complete. */
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
