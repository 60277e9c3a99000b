import { Radio, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { t } from '../../languages/text.ts'
import { ProblemAlert } from '../problem/problem-alert.tsx'
import { timeToTheMinute } from '../time/exact-time.ts'
import { FormFooter } from './form-footer.tsx'

/** One day in seconds. */
const day = '86400'

/**
 * The form of a dialog that replaces a signing secret. While the secret before an earlier rotation still signs, the
 * form offers only to end both old secrets, because the service refuses a second day.
 */
export function RotateSecretForm({
  previousUntil,
  dayText,
  endText,
  running: { isPending, error },
  onRotate,
  onCancel,
}: {
  /** The time until which the secret before the last rotation signs; null if there is no such secret. */
  previousUntil: string | null
  /** The consequences if the old secret signs for one more day. */
  dayText: string
  /** The consequences if the old secrets end at once. */
  endText: string
  running: { readonly isPending: boolean; readonly error: unknown }
  onRotate: (graceSeconds: number) => void
  onCancel: () => void
}) {
  const isStored = isInFuture(previousUntil)
  const [choice, setChoice] = useState(isStored ? '0' : day)
  return (
    <Stack>
      <Radio.Group value={choice} onChange={setChoice} label={t('When the old secret ends')}>
        <Stack gap="sm" mt="xs">
          <Radio
            value={day}
            label={t('The old secret ends in one day')}
            description={dayText}
            disabled={isStored}
          />
          <Radio value="0" label={t('The old secret ends at once')} description={endText} />
        </Stack>
      </Radio.Group>
      {isStored && previousUntil !== null && (
        <Text size="sm">
          {t(
            'The secret before the last rotation is valid until {time}. A rotation before that time ends both old secrets at once.',
            { time: timeToTheMinute(previousUntil) },
          )}
        </Text>
      )}
      <ProblemAlert error={error} />
      <FormFooter
        onCancel={onCancel}
        cancelDisabled={isPending}
        isPending={isPending}
        onAction={() => onRotate(Number(choice))}
      >
        {t('Rotate secret')}
      </FormFooter>
    </Stack>
  )
}

/** Returns whether a time is in the future. Requests are signed by the real time, also in test mode. */
function isInFuture(time: string | null): boolean {
  return time !== null && Date.parse(time) > Date.now()
}
