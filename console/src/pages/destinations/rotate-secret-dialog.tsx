import { Modal, Radio, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useRotateDestinationSecret } from '../../api/event/destinations.ts'
import type { Destination } from '../../api/schema.ts'
import { FormFooter } from '../../components/dialog/form-footer.tsx'
import { useReturnFocus } from '../../components/dialog/use-return-focus.ts'
import { ProblemAlert } from '../../components/problem/problem-alert.tsx'
import { timeToTheMinute } from '../../components/time/exact-time.ts'
import { NewDestinationSecret } from './create-destination.tsx'

/**
 * A dialog that replaces the signing secret of a destination, and shows the new one. While the secret before an
 * earlier rotation still signs, the dialog offers only to end both old secrets, because the service refuses a second
 * day.
 */
export function RotateSecretDialog({
  destination: { id, previousSecretUntil },
  close,
}: {
  destination: Destination
  close: () => void
}) {
  useReturnFocus()
  const rotate = useRotateDestinationSecret(id)
  const isKept = isInFuture(previousSecretUntil)
  const [choice, setChoice] = useState(isKept ? 'end' : 'day')
  // Whether Escape or a click outside closes the dialog. False while the secret is replaced or shown, because it is
  // shown only once.
  const mayBeClosed = rotate.isIdle || rotate.isError
  return (
    <Modal
      opened
      onClose={close}
      title={rotate.isSuccess ? 'The new secret' : 'Sign requests with a new secret?'}
      closeOnClickOutside={mayBeClosed}
      withCloseButton={!rotate.isPending}
      closeOnEscape={mayBeClosed}
    >
      {rotate.isSuccess ? (
        <NewDestinationSecret secret={rotate.data.secret} close={close} />
      ) : (
        <Stack>
          <Radio.Group value={choice} onChange={setChoice} label="The old secret">
            <Stack gap="sm" mt="xs">
              <Radio
                value="day"
                label="Signs for one more day"
                description="For one day, requests are also signed with the old secret. Give the receiver the new secret before then."
                disabled={isKept}
              />
              <Radio
                value="end"
                label="Ends at once"
                description="The receiver refuses requests until you give it the new secret. Refused requests are repeated later."
              />
            </Stack>
          </Radio.Group>
          {isKept && previousSecretUntil !== null && (
            <Text size="sm">
              The secret before the last rotation signs until {timeToTheMinute(previousSecretUntil)}. Before
              that time, a rotation ends both old secrets at once.
            </Text>
          )}
          <ProblemAlert error={rotate.error} />
          <FormFooter
            onCancel={close}
            cancelDisabled={rotate.isPending}
            isPending={rotate.isPending}
            onAction={() => rotate.mutate(choice === 'end')}
          >
            Rotate secret
          </FormFooter>
        </Stack>
      )}
    </Modal>
  )
}

/** Returns whether a time is in the future. Requests are signed by the real time, also in test mode. */
function isInFuture(time: string | null): boolean {
  return time !== null && Date.parse(time) > Date.now()
}
