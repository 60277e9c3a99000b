import { ActionIcon, Badge, Group, Paper, Stack, Text, Title, Tooltip } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Send, X } from 'lucide-react'
import { useState } from 'react'
import {
  invitationsQuery,
  type Role,
  useResendInvitation,
  useWithdrawInvitation,
} from '../../api/account/team.ts'
import type { Invitation } from '../../api/schema.ts'
import { Loaded } from '../../components/loading/loaded.tsx'
import { showDone } from '../../components/show-done.ts'
import { Moment } from '../../components/time/moment.tsx'
import { useNow } from '../../components/time/use-now.ts'
import { rich } from '../../languages/rich.ts'
import { t } from '../../languages/text.ts'
import { InvitationLink } from './invitation-link.tsx'
import { rolesAssignableBy, roleWords } from './role-words.ts'
import styles from './team.module.css'

/** Lists the invitations that nobody has used yet. */
export function Invitations({ role }: { role: Role | undefined }) {
  const invitations = useQuery(invitationsQuery)
  return (
    <Stack gap="sm" mt="xl">
      <Title order={2} size="h3">
        {t('Invitations')}
      </Title>
      <Loaded query={invitations}>
        {(items) =>
          items.length === 0 ? (
            <Text c="dimmed">{t('There are no open invitations.')}</Text>
          ) : (
            <Paper withBorder component="ul" className="plain-list" aria-label={t('Invitations')}>
              {items.map((invitation) => (
                <InvitationRow key={invitation.id} invitation={invitation} role={role} />
              ))}
            </Paper>
          )
        }
      </Loaded>
    </Stack>
  )
}

const endWords: Readonly<Record<NonNullable<Invitation['endedBecause']>, string>> = {
  inviterLeft: t('The link no longer works, because the person who sent it is no longer a member.'),
  inviterDemoted: t(
    'The link no longer works, because the person who sent it may no longer invite people to this role.',
  ),
}

function InvitationRow({ invitation, role: own }: { invitation: Invitation; role: Role | undefined }) {
  const { id, email, role, createdAt, expiresAt, endedBecause } = invitation
  const resend = useResendInvitation()
  const withdraw = useWithdrawInvitation()
  const [link, setLink] = useState<string | null>(null)
  const manages = rolesAssignableBy(own).includes(role)
  const isOver = Date.parse(expiresAt) <= useNow(false)
  return (
    <li className={styles['row']}>
      <div className={styles['who']}>
        <Text size="sm" fw={600}>
          {email}
        </Text>
        <Text size="xs" c="dimmed" component="div">
          {isOver ? t('Ended') : t('Sent')} <Moment at={isOver ? expiresAt : createdAt} />
          {!isOver && endedBecause === null && rich(', ends {moment}', { moment: <Moment at={expiresAt} /> })}
          {!isOver &&
            endedBecause !== null &&
            t('. {endWords} Send it again, or withdraw it.', { endWords: endWords[endedBecause] })}
        </Text>
      </div>
      <div className={styles['role']}>
        <Badge variant="light" color="gray" tt="none">
          {roleWords[role].label}
        </Badge>
      </div>
      <div className={styles['actions']}>
        {manages && (
          <Group gap={4} wrap="nowrap">
            <Tooltip label={t('Send the invitation again, with a new link')}>
              <ActionIcon
                variant="subtle"
                aria-label={t('Send the invitation of {email} again', { email })}
                loading={resend.isPending}
                onClick={() =>
                  resend.mutate(id, {
                    onSuccess: ({ url }) =>
                      url === null ? showDone(t('Mailed to {email}', { email })) : setLink(url),
                  })
                }
              >
                <Send size={16} aria-hidden />
              </ActionIcon>
            </Tooltip>
            <Tooltip label={t('Withdraw')}>
              <ActionIcon
                variant="subtle"
                color="red"
                aria-label={t('Withdraw the invitation of {email}', { email })}
                loading={withdraw.isPending}
                onClick={() =>
                  withdraw.mutate(id, { onSuccess: () => showDone(t('The invitation link no longer works')) })
                }
              >
                <X size={16} aria-hidden />
              </ActionIcon>
            </Tooltip>
          </Group>
        )}
        {link !== null && <InvitationLink url={link} email={email} close={() => setLink(null)} />}
      </div>
    </li>
  )
}
