import { ActionIcon, Badge, Group, Paper, Select, Table, Text, Tooltip } from '@mantine/core'
import { modals } from '@mantine/modals'
import { UserMinus } from 'lucide-react'
import { type Role, useChangeRole, useRemoveMember } from '../../api/account/team.ts'
import type { Member } from '../../api/schema.ts'
import { Moment } from '../../components/moment.tsx'
import { showDone } from '../../components/show-done.ts'
import { givenBy, roleWords } from './role-words.ts'

interface Viewed {
  readonly selfId: string | undefined
  readonly role: Role | undefined
}

export function MemberTable({ members, ...viewed }: Viewed & { members: readonly Member[] }) {
  return (
    <Paper withBorder>
      <Table.ScrollContainer minWidth={640} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
        <Table verticalSpacing="sm" horizontalSpacing="md">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Name</Table.Th>
              <Table.Th w={170}>Role</Table.Th>
              <Table.Th>Last seen</Table.Th>
              <Table.Th w={60}>
                <Text span inherit c="dimmed">
                  Remove
                </Text>
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {members.map((member) => (
              <MemberRow key={member.id} member={member} {...viewed} />
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Paper>
  )
}

function MemberRow({ member, selfId, role: own }: Viewed & { member: Member }) {
  const change = useChangeRole()
  const remove = useRemoveMember()
  const { id, name, email, role, seenAt } = member
  const given = givenBy(own)
  const manages = given.includes(role)
  const isSelf = id === selfId
  const confirmRemove = () =>
    modals.openConfirmModal({
      title: `Remove ${name}?`,
      children: (
        <Text size="sm">
          {name} is signed out everywhere and can no longer sign in. What they made stays. To come back, they
          are invited again.
        </Text>
      ),
      labels: { confirm: 'Remove', cancel: 'Keep' },
      confirmProps: { color: 'red' },
      onConfirm: () => remove.mutate(id, { onSuccess: () => showDone(`${name} was removed`) }),
    })
  return (
    <Table.Tr>
      <Table.Td>
        <Group gap="xs">
          <Text size="sm" fw={600}>
            {name}
          </Text>
          {isSelf && (
            <Badge variant="light" tt="none">
              You
            </Badge>
          )}
        </Group>
        <Text size="xs" c="dimmed">
          {email}
        </Text>
      </Table.Td>
      <Table.Td>
        {manages ? (
          <Select
            aria-label={`Role of ${name}`}
            data={given.map((value) => ({ value, label: roleWords[value].label }))}
            value={change.isPending ? change.variables.role : role}
            disabled={change.isPending}
            allowDeselect={false}
            onChange={(value) => {
              const next = given.find((one) => one === value)
              if (next === undefined || next === role) return
              change.mutate(
                { userId: id, role: next },
                { onSuccess: () => showDone(`${name} is ${roleWords[next].label.toLowerCase()} now`) },
              )
            }}
          />
        ) : (
          <Tooltip label={roleWords[role].may}>
            <Badge variant="light" color="gray" tt="none">
              {roleWords[role].label}
            </Badge>
          </Tooltip>
        )}
      </Table.Td>
      <Table.Td>
        <Moment at={seenAt} />
      </Table.Td>
      <Table.Td>
        {manages && !isSelf && (
          <Tooltip label="Remove">
            <ActionIcon
              variant="subtle"
              color="red"
              aria-label={`Remove ${name}`}
              loading={remove.isPending}
              onClick={confirmRemove}
            >
              <UserMinus size={16} aria-hidden />
            </ActionIcon>
          </Tooltip>
        )}
      </Table.Td>
    </Table.Tr>
  )
}
