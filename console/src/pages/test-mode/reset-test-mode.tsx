import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { sessionQuery } from '../../api/account/session.ts'
import { useResetTestMode } from '../../api/test-mode/test-mode.ts'
import { ProblemAlert } from '../../components/problem/problem-alert.tsx'
import { showDone } from '../../components/show-done.ts'
import { useReturnFocus } from '../../components/use-return-focus.ts'

/** Asks for the organization's name before the test organization is emptied, because that cannot be undone. */
export function ResetTestMode({ onClose }: { onClose: () => void }) {
  const name = useQuery(sessionQuery).data?.organization.name ?? ''
  const reset = useResetTestMode()
  const [typed, setTyped] = useState('')
  useReturnFocus()
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const onSuccess = () => {
      onClose()
      showDone('The test organization is empty, and its clock shows the real time.')
    }
    if (typed === name) reset.mutate(name, { onSuccess })
  }
  return (
    <Modal opened onClose={onClose} title="Reset test mode?">
      <form onSubmit={submit}>
        <Stack>
          {reset.isError && <ProblemAlert error={reset.error} />}
          <Text size="sm">
            This deletes every project, record, spinner, job and message of the test organization and sets its
            clock to the real time. The rules stay, and so does the real organization. This cannot be undone.
          </Text>
          <TextInput
            label={`Type ${name} to confirm`}
            data-autofocus
            autoComplete="off"
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={onClose}>
              Keep everything
            </Button>
            <Button type="submit" color="red" disabled={typed !== name} loading={reset.isPending}>
              Reset test mode
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
