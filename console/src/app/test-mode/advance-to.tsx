import { Modal, Stack, Text } from '@mantine/core'
import { type SubmitEvent, useState } from 'react'
import type { TestClock } from '../../api/schema.ts'
import { useAdvance } from '../../api/test-mode/test-clock.ts'
import { FormFooter } from '../../components/dialog/form-footer.tsx'
import { useReturnFocus } from '../../components/dialog/use-return-focus.ts'
import { DateTimeField } from '../../components/time/fields/date-time-field.tsx'
import { dateAndTimeIn } from '../../components/time/zoned-time.ts'
import { t } from '../../languages/text.ts'

const dayMs = 86_400_000
const maxMs = 366 * dayMs

/** Asks for the date and time to which the test clock is moved. */
export function AdvanceTo({
  clock: { now },
  timeZone,
  onClose,
}: {
  clock: TestClock
  timeZone: string
  onClose: () => void
}) {
  const start = Date.parse(now)
  const advance = useAdvance()
  useReturnFocus()
  const [to, setTo] = useState(() => new Date(start + dayMs).toISOString())
  const ahead = Date.parse(to) - start
  const isPossible = ahead > 0 && ahead <= maxMs
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isPossible) advance.mutate({ to }, { onSuccess: onClose })
  }
  return (
    <Modal opened onClose={onClose} title={t('Advance the test clock')}>
      <form onSubmit={submit}>
        <Stack>
          <Text size="sm">
            {t(
              'The test clock shows {time}. All events before the new time happen in order. You cannot set the test clock back.',
              { time: dateAndTimeIn(timeZone, now) },
            )}
          </Text>
          <DateTimeField
            label={t('New time of the test clock')}
            description={t('Time zone of the organization: {timeZone}', {
              timeZone: timeZone.replaceAll('_', ' '),
            })}
            data-autofocus
            timeZone={timeZone}
            value={to}
            min={start}
            max={start + maxMs}
            error={
              isPossible
                ? undefined
                : t('Choose a time after the time of the test clock, at most 366 days ahead.')
            }
            onChange={setTo}
          />
          <FormFooter onCancel={onClose} isPending={advance.isPending} disabled={!isPossible}>
            {t('Advance')}
          </FormFooter>
        </Stack>
      </form>
    </Modal>
  )
}
