import { Alert, Text } from '@mantine/core'
import { CircleAlert } from 'lucide-react'
import type { Spinner } from '../../../api/schema.ts'
import { timeToTheMinute } from '../../../components/time/exact-time.ts'
import { Moment } from '../../../components/time/moment.tsx'
import { translated } from '../../../languages/catalogue.ts'
import { rich } from '../../../languages/rich.ts'
import { t } from '../../../languages/text.ts'

/** Shows the next automatic start of the spinner, or why the spinner could not start. */
export function AutomaticStarts({ spinner: { automaticStarts, pause } }: { spinner: Spinner }) {
  if (automaticStarts === null) return null
  const [next, later] = automaticStarts.next
  return (
    <div role="status">
      {automaticStarts.pause !== null && (
        <Alert
          color="orange"
          icon={<CircleAlert aria-hidden />}
          title={t('The spinner could not start')}
          mb="xs"
        >
          <Text size="sm">
            {translated(automaticStarts.pause.message ?? '')}{' '}
            {automaticStarts.pause.at !== null && (
              <>{rich('Since {moment}.', { moment: <Moment at={automaticStarts.pause.at} /> })} </>
            )}{' '}
            {t('Spindle retries the start every minute. When that succeeds, the spinner starts once.')}
          </Text>
        </Alert>
      )}
      <Text size="sm">
        {pause !== null
          ? t('Paused: the spinner does not start automatically.')
          : next === undefined
            ? t('Spindle checks the records of the data table continuously.')
            : later === undefined
              ? // A schedule always has several next times, so a single time is a check for new records.
                rich(
                  'Spindle checks the data table for new records on {time} ({moment}). If there are any, the spinner starts.',
                  { time: timeToTheMinute(next), moment: <Moment at={next} /> },
                )
              : rich('The next start of the spinner is on {time} ({moment}).', {
                  time: timeToTheMinute(next),
                  moment: <Moment at={next} />,
                })}
      </Text>
    </div>
  )
}
