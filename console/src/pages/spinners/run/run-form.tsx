import { Alert, Button, Group, Radio, Stack, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { newIdempotencyKey } from '../../../api/idempotency-key.ts'
import { isProblem } from '../../../api/problem.ts'
import { type TriggerData, useRehearsal } from '../../../api/spinner/rehearsals.ts'
import { spinnerVersionQuery, useRunSpinner } from '../../../api/spinner/spinners.ts'
import { presentTime } from '../../../api/test-mode/present-time.ts'
import { ProblemAlert } from '../../../components/problem/problem-alert.tsx'
import { audienceWords } from '../audience-choice.tsx'
import { useStableValue } from '../use-stable-value.ts'
import { RehearsalView } from './rehearsal-view.tsx'
import classes from './run-form.module.css'
import type { RunQuestion } from './run-question.ts'
import { completeData, TriggerDataFields } from './trigger-data-fields.tsx'

/** Codes of refusals of a start because the job would differ from the rehearsal that was shown. */
const changes = new Set(['AUDIENCE_CHANGED', 'VERSION_CHANGED', 'REHEARSAL_EXPIRED'])

/**
 * Rehearses a run, shows what it would do, and starts it as shown. A second attempt sends the same idempotency key, so a
 * lost response does not make a second job.
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
  /** Called when a start begins and ends, because the dialog stays open in between. */
  onBusy: (busy: boolean) => void
}) {
  const [attempt, setAttempt] = useState(0)
  const [key, setKey] = useState(newIdempotencyKey)
  const [said, setSaid] = useState<TriggerData>({})
  const [later, setLater] = useState(false)
  const [at, setAt] = useState('')
  const [changed, setChanged] = useState<string | null>(null)
  const { data: version } = useQuery(spinnerVersionQuery(id, publishedVersion ?? 0))
  const data = useStableValue(version === undefined ? undefined : completeData(version.triggerData, said))
  const [settled] = useDebouncedValue(data, 400)
  const request =
    settled === undefined || !opened
      ? null
      : { spinnerId: id, draft: false, recordIds, data: settled, attempt: `${key} ${attempt}` }
  const { rehearsal, error: unrehearsed } = useRehearsal(request)
  const run = useRunSpinner(({ jobId }) => onStarted(jobId))

  const result = rehearsal?.result ?? null
  const isStuck = unrehearsed !== null || (rehearsal !== undefined && isOver(rehearsal.state))
  // Whether to show the result of the rehearsal; false while the trigger data has changed since it was
  // rehearsed.
  const isShown = result !== null && settled === data
  const moment = later ? momentOf(at) : null
  const start = () => {
    onBusy(true)
    run.mutate(
      {
        spinnerId: id,
        key,
        body: {
          ...(isShown && rehearsal !== undefined ? { rehearsal: rehearsal.id } : {}),
          ...(data == null ? {} : { data }),
          ...(recordIds === null ? {} : { recordIds: [...recordIds] }),
          ...(moment === null ? {} : { scheduledAt: moment.toISOString() }),
        },
      },
      {
        onError: (error) => {
          if (!isProblem(error) || !changes.has(error.problem.code)) return
          setChanged(error.problem.message)
          run.reset()
          setKey(newIdempotencyKey())
        },
        onSettled: () => onBusy(false),
      },
    )
  }
  const isLost = run.error !== null && !isProblem(run.error)
  return (
    <Stack gap="md">
      <Text size="sm">
        The job runs version {publishedVersion} of the spinner
        {recordIds === null
          ? `. ${audienceWords[audience].means}`
          : ` for the ${recordIds.length === 1 ? 'selected record' : `${recordIds.length.toLocaleString('en')} selected records`}.`}
        {differs && ' The job does not include the unpublished changes.'}
      </Text>
      {version !== undefined && version.triggerData.length > 0 && (
        <TriggerDataFields
          fields={version.triggerData}
          data={said}
          disabled={isLost}
          onChange={(next) => {
            setChanged(null)
            setSaid(next)
          }}
        />
      )}
      {changed !== null && (
        <Alert
          color="yellow"
          variant="light"
          role="alert"
          title="The run would now differ from the shown forecast"
        >
          {changed}. The forecast below shows what the run would do now.
        </Alert>
      )}
      {data === undefined && version !== undefined ? (
        <Text size="sm" c="dimmed">
          Fill in the trigger data to see what the run would do.
        </Text>
      ) : (
        <RehearsalView
          rehearsal={rehearsal}
          error={unrehearsed}
          version={version}
          dataTableId={dataTableId}
          onAgain={() => setAttempt(attempt + 1)}
        />
      )}
      <Radio.Group
        label="When"
        value={later ? 'later' : 'now'}
        onChange={(value) => setLater(value === 'later')}
      >
        <Group gap="md" mt={4}>
          <Radio value="now" label="Now" disabled={isLost} />
          <Radio value="later" label="Later" disabled={isLost} />
        </Group>
      </Radio.Group>
      {later && (
        <TextInput
          type="datetime-local"
          label="Starts at"
          description="The start time is in the time zone of this computer, up to 90 days ahead. The records of the job are chosen now."
          w={{ base: '100%', xs: 300 }}
          disabled={isLost}
          value={at}
          error={at !== '' && moment === null ? 'Choose a start time within the next 90 days' : undefined}
          onChange={(event) => setAt(event.currentTarget.value)}
        />
      )}
      <ProblemAlert error={run.error} />
      {isLost && <Text size="sm">The job may have started. If you try again, it does not start twice.</Text>}
      <Group justify="flex-end" className={classes['foot']}>
        <Button variant="default" disabled={run.isPending} onClick={onClose}>
          Cancel
        </Button>
        {!isShown && !isStuck && data !== undefined && (
          <Button variant="default" loading={run.isPending} onClick={start}>
            Run without forecast
          </Button>
        )}
        <Button
          loading={run.isPending}
          disabled={(!isShown && !isStuck) || data === undefined || (later && moment === null)}
          onClick={start}
        >
          {isLost ? 'Try again' : later ? 'Schedule' : 'Run'}
        </Button>
      </Group>
    </Stack>
  )
}

/** Returns true if the rehearsal ended without a result. */
function isOver(state: string): boolean {
  return state !== 'running' && state !== 'done'
}

const longestDelayMs = 90 * 86_400_000

/** Returns the typed start time of a job, or null if it is not in the future or more than 90 days ahead. */
function momentOf(local: string): Date | null {
  const moment = new Date(local)
  const ahead = moment.getTime() - presentTime()
  return Number.isNaN(ahead) || ahead <= 0 || ahead > longestDelayMs ? null : moment
}
