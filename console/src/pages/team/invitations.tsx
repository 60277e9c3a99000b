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
import { InvitationLink } from './invitation-link.tsx'
import { rolesAssignableBy, roleWords } from './role-words.ts'
import styles from './team.module.css'

/** Lists the invitations that nobody has used yet. */
export function Invitations({ role }: { role: Role | undefined }) {
  const invitations = useQuery(invitationsQuery)
  return (
    <Stack gap="sm" mt="xl">
      <Title order={2} size="h3">
        Invitations
      </Title>
      <Loaded query={invitations}>
        {(items) =>
          items.length === 0 ? (
            <Text c="dimmed">There are no open invitations.</Text>
          ) : (
            <Paper withBorder component="ul" className="plain-list" aria-label="Invitations">
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
  inviterLeft: 'The link no longer works, because the person who sent it is no longer a member.',
  inviterDemoted:
    'The link no longer works, because the person who sent it may no longer invite people to this role.',
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
          {isOver ? 'Ended' : 'Sent'} <Moment at={isOver ? expiresAt : createdAt} />
          {!isOver && endedBecause === null && (
            <>
              , ends <Moment at={expiresAt} />
            </>
          )}
          {!isOver && endedBecause !== null && <>. {endWords[endedBecause]} Send it again, or withdraw it.</>}
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
            <Tooltip label="Send the invitation again, with a new link">
              <ActionIcon
                variant="subtle"
                aria-label={`Send the invitation of ${email} again`}
                loading={resend.isPending}
                onClick={() =>
                  resend.mutate(id, {
                    onSuccess: ({ url }) => (url === null ? showDone(`Mailed to ${email}`) : setLink(url)),
                  })
                }
              >
                <Send size={16} aria-hidden />
              </ActionIcon>
            </Tooltip>
            <Tooltip label="Withdraw">
              <ActionIcon
                variant="subtle"
                color="red"
                aria-label={`Withdraw the invitation of ${email}`}
                loading={withdraw.isPending}
                onClick={() =>
                  withdraw.mutate(id, { onSuccess: () => showDone('The invitation link no longer works') })
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
