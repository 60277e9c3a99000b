import { Group, Skeleton, VisuallyHidden } from '@mantine/core'
import { FlaskConical } from 'lucide-react'
import { useMay } from '../../api/account/session.ts'
import { useTestClock } from '../../api/test-mode/test-clock.ts'
import { ButtonLink } from '../../components/links.tsx'
import { dateAndTimeIn, shortTimeIn } from '../../components/time/zoned-time.ts'
import { t } from '../../languages/text.ts'
import { AdvanceMenu } from './advance-menu.tsx'
import { AdvanceProgress } from './advance-progress.tsx'
import { BackToSpinner } from './back-to-spinner.tsx'
import { LeaveButton } from './leave-button.tsx'
import classes from './test-band.module.css'
import { screenReaderStatus, TestBandStatus } from './test-band-status.tsx'
import { useRefreshAfterAdvance } from './use-refresh-after-advance.ts'
import { useTestOfPage } from './use-test-of-page.ts'

/** The band that marks every screen of test mode. It shows the time of the test clock and moves the clock forward. */
export function TestBand({ timeZone }: { timeZone: string }) {
  const { data: clock, error } = useTestClock()
  const mayAdvance = useMay('editor')
  useRefreshAfterAdvance(clock)
  const test = useTestOfPage()
  return (
    <section className={classes['band']} aria-label={t('Test mode')}>
      <FlaskConical size={18} aria-hidden />
      <div className={classes['text']}>
        <span className={classes['name']}>{t('Test mode')}</span>
        <span className={classes['time']}>
          {clock !== undefined && (
            <>
              <time className="numbers" dateTime={clock.now}>
                <span className={classes['wide']}>{dateAndTimeIn(timeZone, clock.now)}</span>
                <span className={classes['narrow']}>{shortTimeIn(timeZone, clock.now)}</span>
              </time>{' '}
              <span className={classes['zone']}>{timeZone.replaceAll('_', ' ')}</span>
            </>
          )}
        </span>
        <span className={classes['next']}>
          {clock !== undefined ? (
            <TestBandStatus clock={clock} timeZone={timeZone} />
          ) : error === null ? (
            <Skeleton height={12} width={120} />
          ) : (
            t('The test clock cannot be read.')
          )}
        </span>
      </div>
      <VisuallyHidden aria-live="polite">
        {clock !== undefined && screenReaderStatus(clock, timeZone)}
      </VisuallyHidden>
      <Group gap="xs" wrap="nowrap">
        <ButtonLink to="/test-timeline" size="xs" variant="default" visibleFrom="sm">
          {t('Timeline')}
        </ButtonLink>
        {clock !== undefined && mayAdvance && <AdvanceMenu clock={clock} timeZone={timeZone} />}
        {test === undefined ? <LeaveButton /> : <BackToSpinner key={test.spinnerId} test={test} />}
      </Group>
      {clock?.status === 'advancing' && <AdvanceProgress clock={clock} />}
    </section>
  )
}
