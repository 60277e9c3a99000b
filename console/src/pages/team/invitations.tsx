import { ActionIcon, Badge, Group, Paper, Stack, Table, Text, Title, Tooltip } from '@mantine/core'
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
import { Moment } from '../../components/moment.tsx'
import { showDone } from '../../components/show-done.ts'
import { InvitationLink } from './invitation-link.tsx'
import { givenBy, roleWords } from './role-words.ts'

/** Those that nobody has used yet. */
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
            <Text c="dimmed">Nobody is asked to join at present.</Text>
          ) : (
            <Paper withBorder>
              <Table.ScrollContainer minWidth={560} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
                <Table verticalSpacing="sm" horizontalSpacing="md">
                  <Table.Thead>
                    <Table.Tr>
                      <Table.Th>Address</Table.Th>
                      <Table.Th>Role</Table.Th>
                      <Table.Th>Sent</Table.Th>
                      <Table.Th>Ends</Table.Th>
                      <Table.Th w={90}>
                        <Text span inherit c="dimmed">
                          Actions
                        </Text>
                      </Table.Th>
                    </Table.Tr>
                  </Table.Thead>
                  <Table.Tbody>
                    {items.map((invitation) => (
                      <InvitationRow key={invitation.id} invitation={invitation} role={role} />
                    ))}
                  </Table.Tbody>
                </Table>
              </Table.ScrollContainer>
            </Paper>
          )
        }
      </Loaded>
    </Stack>
  )
}

function InvitationRow({ invitation, role: own }: { invitation: Invitation; role: Role | undefined }) {
  const { id, email, role, createdAt, expiresAt } = invitation
  const resend = useResendInvitation()
  const withdraw = useWithdrawInvitation()
  const [link, setLink] = useState<string | null>(null)
  const manages = givenBy(own).includes(role)
  const isOver = Date.parse(expiresAt) <= Date.now()
  return (
    <Table.Tr>
      <Table.Td>{email}</Table.Td>
      <Table.Td>{roleWords[role].label}</Table.Td>
      <Table.Td>
        <Moment at={createdAt} />
      </Table.Td>
      <Table.Td>
        {isOver ? (
          <Badge color="gray" variant="light" tt="none">
            Expired
          </Badge>
        ) : (
          <Moment at={expiresAt} />
        )}
      </Table.Td>
      <Table.Td>
        {manages && (
          <Group gap={4} wrap="nowrap">
            <Tooltip label="Send again, with a new link">
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
                  withdraw.mutate(id, { onSuccess: () => showDone('The link opens nothing any more') })
                }
              >
                <X size={16} aria-hidden />
              </ActionIcon>
            </Tooltip>
          </Group>
        )}
        {link !== null && <InvitationLink url={link} email={email} close={() => setLink(null)} />}
      </Table.Td>
    </Table.Tr>
  )
}
