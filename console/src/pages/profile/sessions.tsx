import { Badge, Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { KeyRound, MonitorSmartphone } from 'lucide-react'
import { ownSessionsQuery, useEndOtherSessions, useEndSession } from '../../api/account/profile.ts'
import type { ListedSession } from '../../api/schema.ts'
import { Loaded } from '../../components/loading/loaded.tsx'
import { showDone } from '../../components/show-done.ts'
import { Moment } from '../../components/time/moment.tsx'
import { rich } from '../../languages/rich.ts'
import { t } from '../../languages/text.ts'

/**
 * Lists the user's own sessions in the organization, and can end the other ones, such as a session that the user
 * does not recognize. A person in several organizations ends those in the others too.
 */
export function Sessions({ isInSeveral }: { isInSeveral: boolean }) {
  const sessions = useQuery({ ...ownSessionsQuery, refetchInterval: 30_000 })
  const endOthers = useEndOtherSessions()
  const hasOthers = isInSeveral || (sessions.data?.length ?? 0) > 1
  return (
    <Stack gap="sm">
      <Group justify="space-between">
        <Title order={2} size="h3">
          {t('Sessions')}
        </Title>
        {hasOthers && (
          <Button
            variant="default"
            loading={endOthers.isPending}
            onClick={() =>
              endOthers.mutate(undefined, {
                onSuccess: () => showDone(t('You are signed out on all other devices')),
              })
            }
          >
            {t('Sign out other devices')}
          </Button>
        )}
      </Group>
      {isInSeveral && (
        <Text size="sm" c="dimmed">
          {t(
            'These are your sessions in this organization. “Sign out other devices” also ends your sessions in your other organizations.',
          )}
        </Text>
      )}
      <Loaded query={sessions}>
        {(items) => (
          <Paper withBorder component="ul" className="plain-list" aria-label={t('Sessions')}>
            {items.map((session, no) => (
              <SessionRow key={session.id} session={session} isFirst={no === 0} />
            ))}
          </Paper>
        )}
      </Loaded>
    </Stack>
  )
}

function SessionRow({ session, isFirst }: { session: ListedSession; isFirst: boolean }) {
  const { id, kind, device, ipAddress, createdAt, lastSeenAt, isCurrent } = session
  const end = useEndSession()
  const Icon = kind === 'console' ? MonitorSmartphone : KeyRound
  return (
    <Group
      component="li"
      p="md"
      gap="md"
      wrap="nowrap"
      style={isFirst ? {} : { borderTop: '1px solid var(--mantine-color-default-border)' }}
    >
      <Icon size={20} aria-hidden style={{ flex: 'none' }} />
      <Stack gap={2} flex={1} miw={0}>
        <Group gap="xs">
          <Text size="sm" fw={600}>
            {device}
          </Text>
          {isCurrent && (
            <Badge variant="light" tt="none">
              {t('This session')}
            </Badge>
          )}
          {kind === 'token' && (
            <Badge variant="light" color="gray" tt="none">
              {t('Script token')}
            </Badge>
          )}
        </Group>
        <Text size="xs" c="dimmed" component="div">
          {ipAddress === null
            ? rich('Signed in {moment}, last used {lastUsed}', {
                moment: <Moment at={createdAt} />,
                lastUsed: <Moment at={lastSeenAt} />,
              })
            : rich('Signed in from {ipAddress} {moment}, last used {lastUsed}', {
                ipAddress,
                moment: <Moment at={createdAt} />,
                lastUsed: <Moment at={lastSeenAt} />,
              })}
        </Text>
      </Stack>
      {!isCurrent && (
        <Button
          variant="default"
          size="xs"
          aria-label={t('Sign out {device}', { device })}
          loading={end.isPending}
          onClick={() =>
            end.mutate(id, { onSuccess: () => showDone(t('Your session on {device} has ended', { device })) })
          }
        >
          {t('Sign out')}
        </Button>
      )}
    </Group>
  )
}
