import { Progress } from '@mantine/core'
import type { TestClock } from '../../api/schema.ts'
import { t } from '../../languages/text.ts'
import classes from './test-band.module.css'

/**
 * A progress bar along the lower edge of the test mode band: the part of the clock's advance that is done.
 */
export function AdvanceProgress({ clock: { now, from, target } }: { clock: TestClock }) {
  const start = Date.parse(from ?? now)
  const whole = Date.parse(target ?? now) - start
  const part = whole <= 0 ? 0 : (100 * (Date.parse(now) - start)) / whole
  return (
    <Progress
      className={classes['progress'] ?? ''}
      value={Math.max(3, part)}
      size={3}
      radius={0}
      color="yellow"
      animated
      aria-label={t('Progress of advancing the test clock')}
    />
  )
}
