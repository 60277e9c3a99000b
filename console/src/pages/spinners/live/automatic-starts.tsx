import { Alert, Text } from '@mantine/core'
import { CircleAlert } from 'lucide-react'
import type { Spinner } from '../../../api/schema.ts'
import { timeToTheMinute } from '../../../components/time/exact-time.ts'
import { Moment } from '../../../components/time/moment.tsx'

/** Shows the next automatic start of the spinner, or why the spinner could not start. */
export function AutomaticStarts({ spinner: { automaticStarts, pause } }: { spinner: Spinner }) {
  if (automaticStarts === null) return null
  const [next, later] = automaticStarts.next
  return (
    <div role="status">
      {automaticStarts.pause !== null && (
        <Alert color="orange" icon={<CircleAlert aria-hidden />} title="The spinner could not start" mb="xs">
          <Text size="sm">
            {automaticStarts.pause.message}{' '}
            {automaticStarts.pause.at !== null && (
              <>
                Since <Moment at={automaticStarts.pause.at} />.{' '}
              </>
            )}{' '}
            Spindle retries the start every minute. When that succeeds, the spinner starts once.
          </Text>
        </Alert>
      )}
      <Text size="sm">
        {pause !== null ? (
          'Paused: the spinner does not start automatically.'
        ) : next === undefined ? (
          'Spindle checks the data table for new records continuously.'
        ) : later === undefined ? (
          // A schedule always has several next times, so a single time is a check for new records.
          <>
            Spindle checks the data table for new records on {timeToTheMinute(next)} (<Moment at={next} />
            ). If there are any, the spinner starts.
          </>
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
