import { Button, Group, Paper, Stack, Text, TextInput, Title } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLeaveOrganization } from '../../api/account/profile.ts'
import { setSignedInPerson } from '../../api/account/session.ts'
import { faultsByPointer } from '../../api/problem.ts'
import { ProblemAlert } from '../../components/problem/problem-alert.tsx'

/** Lets the user leave the organization, which deletes their account, after they have typed their address. */
export function LeaveOrganization({ email, organization }: { email: string; organization: string }) {
  const client = useQueryClient()
  const leave = useLeaveOrganization()
  const [isOpen, setOpen] = useState(false)
  const [typed, setTyped] = useState('')
  const wrong = faultsByPointer(leave.error).get('/email')
  return (
    <Paper withBorder p="md" maw={560} mt="xl">
      <Title order={2} size="h4">
        Leave {organization}
      </Title>
      <Group justify="space-between" mt="xs">
        <Text size="sm" c="dimmed" flex="1 1 14rem">
          Your account is deleted, and you are signed out everywhere. What you created stays.
        </Text>
        {!isOpen && (
          <Button variant="default" color="red" onClick={() => setOpen(true)}>
            Leave
          </Button>
        )}
      </Group>
      {isOpen && (
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            leave.mutate(typed, { onSuccess: () => void setSignedInPerson(client, null) })
          }}
        >
          <Stack mt="sm">
            {leave.isError && wrong === undefined && <ProblemAlert error={leave.error} />}
            <TextInput
              label={`Type ${email} to confirm`}
              autoComplete="off"
              value={typed}
              onChange={(event) => setTyped(event.currentTarget.value)}
              error={wrong}
            />
            <Group justify="flex-end" gap="xs">
              <Button variant="default" onClick={() => setOpen(false)}>
                Cancel
              </Button>
              <Button type="submit" color="red" loading={leave.isPending} disabled={typed.trim() === ''}>
                Leave and delete my account
              </Button>
            </Group>
          </Stack>
        </form>
      )}
    </Paper>
  )
}
