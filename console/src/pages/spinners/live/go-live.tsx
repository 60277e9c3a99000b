import { Alert, Divider, Paper, Stack, Text, Title } from '@mantine/core'
import { CircleAlert } from 'lucide-react'
import type { Spinner } from '../../../api/schema.ts'
import { timeToTheMinute } from '../../../components/time/exact-time.ts'
import { Moment } from '../../../components/time/moment.tsx'
import { type SendWindow, WindowChoice } from '../window-choice.tsx'
import { Limits } from './limits.tsx'
import { StartsChoice } from './starts-choice.tsx'
import type { Starts } from './starts-words.ts'
import { type TriggerData, TriggerDataChoice } from './trigger-data.tsx'

/** Settings for the published spinner: what starts it, its send window, and its limits. */
export function GoLive({
  spinner,
  starts,
  sendWindow,
  triggerData,
  onChange,
}: {
  spinner: Spinner
  starts: Starts
  sendWindow: SendWindow | null
  triggerData: TriggerData
  onChange: (
    changes: { starts: Starts } | { sendWindow: SendWindow | null } | { triggerData: TriggerData },
  ) => void
}) {
  return (
    <Paper withBorder p="md" component="section" aria-labelledby="go-live">
      <Title order={2} size="h4" id="go-live">
        Go live
      </Title>
      <Text size="sm" c="dimmed" mt={4} mb="sm">
        The starts, trigger data and sending hours take effect when you publish the spinner.
      </Text>
      <Stack gap="md">
        <OwnStarts spinner={spinner} />
        <div>
          <StartsChoice
            spinner={spinner}
            starts={starts}
            onChange={(changed) => onChange({ starts: changed })}
          />
        </div>
        <TriggerDataChoice fields={triggerData} onChange={(changed) => onChange({ triggerData: changed })} />
        <Divider />
        <WindowChoice value={sendWindow} onChange={(changed) => onChange({ sendWindow: changed })} />
        <Divider />
        <div>
          <Limits />
        </div>
      </Stack>
    </Paper>
  )
}

/** Shows the next automatic start of the spinner, or why the spinner could not start. */
function OwnStarts({ spinner: { ownStarts, paused } }: { spinner: Spinner }) {
  if (ownStarts === null) return null
  const [next] = ownStarts.next
  return (
    <div role="status">
      {ownStarts.stopped !== null && (
        <Alert color="orange" icon={<CircleAlert aria-hidden />} title="The spinner could not start" mb="xs">
          <Text size="sm">
            {ownStarts.stopped.message} Since <Moment at={ownStarts.stopped.at} />. Spindle retries the start
            every minute. When that succeeds, the spinner starts once.
          </Text>
        </Alert>
      )}
      <Text size="sm">
        {paused !== null ? (
          'Paused: the spinner does not start automatically.'
        ) : next === undefined ? (
          'Spindle checks the data table for new records all the time.'
        ) : (
          <>
            The next start of the spinner is on {timeToTheMinute(next)} (<Moment at={next} />
            ).
          </>
        )}
      </Text>
    </div>
  )
}
