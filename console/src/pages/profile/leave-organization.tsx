import { Button, Group, Paper, Stack, Text, TextInput, Title } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useLeaveOrganization } from '../../api/account/memberships.ts'
import { faultsByPointer } from '../../api/problem.ts'
import type { Profile } from '../../api/schema.ts'
import { FormFooter } from '../../components/dialog/form-footer.tsx'
import { ProblemAlert } from '../../components/problem/problem-alert.tsx'
import { showDone } from '../../components/show-done.ts'
import { t } from '../../languages/text.ts'

/**
 * Lets the user leave the organization, after they have typed their address. Leaving the last organization deletes the
 * account.
 */
export function LeaveOrganization({ profile, organization }: { profile: Profile; organization: string }) {
  const { email } = profile
  const navigate = useNavigate()
  const leave = useLeaveOrganization((next) => {
    showDone(t('You have left {organization}. You are now in {next}', { organization, next }))
    void navigate({ to: '/' })
  })
  const { consequence, verb } = wordsOf(profile)
  const [isOpen, setOpen] = useState(false)
  const [typed, setTyped] = useState('')
  const wrong = faultsByPointer(leave.error).get('/email')
  return (
    <Paper withBorder p="md">
      <Title order={2} size="h4">
        {t('Leave {organization}', { organization })}
      </Title>
      <Group justify="space-between" mt="xs">
        <Text size="sm" c="dimmed" flex="1 1 14rem">
          {t('{consequence} What you created stays.', { consequence })}
        </Text>
        {!isOpen && (
          <Button variant="default" color="red" onClick={() => setOpen(true)}>
            {t('Leave')}
          </Button>
        )}
      </Group>
      {isOpen && (
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            leave.mutate(typed)
          }}
        >
          <Stack mt="sm">
            {leave.isError && wrong === undefined && <ProblemAlert error={leave.error} />}
            <TextInput
              label={t('Type {email} to confirm', { email })}
              autoComplete="off"
              value={typed}
              onChange={(event) => setTyped(event.currentTarget.value)}
              error={wrong}
            />
            <FormFooter
              onCancel={() => setOpen(false)}
              color="red"
              isPending={leave.isPending}
              disabled={typed.trim() === ''}
            >
              {verb}
            </FormFooter>
          </Stack>
        </form>
      )}
    </Paper>
  )
}

function wordsOf({ organizations, listsAllOrganizations }: Profile) {
  if (organizations.length > 1)
    return {
      consequence: t('Your account stays, and you continue in another of your organizations.'),
      verb: t('Leave the organization'),
    }
  return listsAllOrganizations
    ? {
        consequence: t('Your account is deleted, and you are signed out everywhere.'),
        verb: t('Leave and delete my account'),
      }
    : {
        consequence: t('You are signed out. If you are in no other organization, your account is deleted.'),
        verb: t('Leave the organization'),
      }
}
