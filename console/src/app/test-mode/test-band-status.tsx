import { Button, Popover, Text } from '@mantine/core'
import { TriangleAlert } from 'lucide-react'
import type { TestClock } from '../../api/schema.ts'
import { dateAndTimeIn, shortTimeIn } from '../../components/time/zoned-time.ts'
import { translated } from '../../languages/catalogue.ts'
import { rich } from '../../languages/rich.ts'
import { t } from '../../languages/text.ts'
import classes from './test-band.module.css'

/**
 * Shows the state of the test clock: the target of a running advance, why the last advance stopped early, or
 * the next due time.
 */
export function TestBandStatus({
  clock: { now, status, target, next, nextEvent, pausedJobs, error },
  timeZone,
}: {
  clock: TestClock
  timeZone: string
}) {
  if (status === 'advancing' && target !== null)
    return rich('<span>Advancing </span>to {time}…', {
      span: <span className={classes['wide']} />,
      time: shortTimeIn(timeZone, target, now),
    })
  if (error !== null) return <StopReason message={error.message} />
  if (next === null) return pausedJobs === 0 ? t('No next event') : waitingWords(pausedJobs)
  return (
    <>
      {next <= now ? t('Working…') : t('Next: {time}', { time: shortTimeIn(timeZone, next, now) })}
      <span className={classes['wide']}> · {translated(nextEvent?.message ?? '')}</span>
    </>
  )
}

/** Returns why nothing is due although jobs are unfinished: they are paused. */
function waitingWords(pausedJobs: number): string {
  return pausedJobs === 1 ? t('1 job is paused') : t('{pausedJobs} jobs are paused', { pausedJobs })
}

/**
 * A button that shows over the page why the advance of the test clock stopped, because the band has no room
 * for it.
 */
function StopReason({ message }: { message: string }) {
  return (
    <Popover width={320} position="bottom-start" withArrow trapFocus>
      <Popover.Target>
        <Button
          size="compact-xs"
          variant="transparent"
          color="red"
          px={0}
          leftSection={<TriangleAlert size={13} aria-hidden />}
        >
          {t('See why the clock stopped')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <Text size="sm" style={{ overflowWrap: 'anywhere' }} tabIndex={0}>
          {translated(message)}
        </Text>
      </Popover.Dropdown>
    </Popover>
  )
}

/**
 * Returns the state of the test clock as a text for screen readers. The text stays the same during an
 * advance.
 */
export function screenReaderStatus(
  { now, status, target, next, nextEvent, pausedJobs, error }: TestClock,
  timeZone: string,
): string {
  if (status === 'advancing' && target !== null)
    return t('The test clock advances to {time}.', { time: dateAndTimeIn(timeZone, target) })
  const stopped =
    error === null ? '' : t('The test clock stopped: {message}. ', { message: translated(error.message) })
  const due =
    next !== null
      ? t('Next event: {time}. {message}.', {
          time: dateAndTimeIn(timeZone, next),
          message: translated(nextEvent?.message ?? ''),
        })
      : pausedJobs > 0
        ? `${waitingWords(pausedJobs)}.`
        : t('No event is scheduled in test mode.')
  return t('{stopped}The test clock shows {time}. {due}', {
    stopped,
    time: dateAndTimeIn(timeZone, now),
    due,
  })
}
