import { ActionIcon, Badge, Group, Paper, Select, Text, Tooltip } from '@mantine/core'
import { ShieldOff, UserMinus } from 'lucide-react'
import { type Role, useChangeRole, useRemoveMember, useResetSecondFactor } from '../../api/account/team.ts'
import type { Member } from '../../api/schema.ts'
import { askToConfirm } from '../../components/dialog/ask-to-confirm.tsx'
import { showDone } from '../../components/show-done.ts'
import { Moment } from '../../components/time/moment.tsx'
import { inSentence } from '../../languages/in-sentence.ts'
import { rich } from '../../languages/rich.ts'
import { t } from '../../languages/text.ts'
import { rolesAssignableBy, roleWords } from './role-words.ts'
import styles from './team.module.css'

interface Viewed {
  readonly selfId: string | undefined
  readonly role: Role | undefined
}

export function MemberList({ members, ...viewed }: Viewed & { members: readonly Member[] }) {
  return (
    <Paper withBorder component="ul" className="plain-list" aria-label={t('Members')}>
      {members.map((member) => (
        <MemberRow key={member.id} member={member} {...viewed} />
      ))}
    </Paper>
  )
}

function MemberRow({ member, selfId, role: own }: Viewed & { member: Member }) {
  const remove = useRemoveMember()
  const { id, name, email, role, lastSeenAt, hasSecondFactor } = member
  const given = rolesAssignableBy(own)
  const manages = given.includes(role)
  const isSelf = id === selfId
  const confirmRemove = () =>
    askToConfirm({
      title: t('Remove {name}?', { name }),
      text: t(
        '{name} is signed out of this organization and can no longer open it. What they created stays. To give them access again, invite them again.',
        { name },
      ),
      action: t('Remove'),
      isDangerous: true,
      onConfirm: () => remove.mutate(id, { onSuccess: () => showDone(t('{name} was removed', { name })) }),
    })
  return (
    <li className={styles['row']}>
      <div className={styles['who']}>
        <Group gap="xs">
          <Text size="sm" fw={600}>
            {name}
          </Text>
          {isSelf && (
            <Badge variant="light" tt="none">
              {t('You')}
            </Badge>
          )}
        </Group>
        <Text size="xs" c="dimmed">
          {email}
        </Text>
        <Text size="xs" c="dimmed" component="div">
          {rich('Last seen {moment}', { moment: <Moment at={lastSeenAt} /> })}
          {hasSecondFactor && t(' · two-factor sign-in')}
        </Text>
      </div>
      <div className={styles['role']}>
        {manages ? (
          <RoleChoice member={member} given={given} />
        ) : (
          <Tooltip label={roleWords[role].may}>
            <Badge variant="light" color="gray" tt="none">
              {roleWords[role].label}
            </Badge>
          </Tooltip>
        )}
      </div>
      <div className={styles['actions']}>
        {manages && !isSelf && hasSecondFactor && <ResetSecondFactor member={member} />}
        {manages && !isSelf && (
          <Tooltip label={t('Remove')}>
            <ActionIcon
              variant="subtle"
              color="red"
              aria-label={t('Remove {name}', { name })}
              loading={remove.isPending}
              onClick={confirmRemove}
            >
              <UserMinus size={16} aria-hidden />
            </ActionIcon>
          </Tooltip>
        )}
      </div>
    </li>
  )
}

/** Turns off the two-factor sign-in of a member who has lost their phone and their recovery codes. */
function ResetSecondFactor({ member: { id, name } }: { member: Member }) {
  const reset = useResetSecondFactor()
  const confirm = () =>
    askToConfirm({
      title: t('Reset the two-factor sign-in of {name}?', { name }),
      text: t(
        'Do this only if {name} has lost the phone and the recovery codes, and you are sure that the request comes from them. They can then sign in with the password alone. An e-mail tells them about the reset.',
        { name },
      ),
      action: t('Reset'),
      isDangerous: true,
      onConfirm: () =>
        reset.mutate(id, {
          onSuccess: () => showDone(t('The two-factor sign-in of {name} is off', { name })),
        }),
    })
  return (
    <Tooltip label={t('Reset two-factor sign-in')}>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={t('Reset the two-factor sign-in of {name}', { name })}
        loading={reset.isPending}
        onClick={confirm}
      >
        <ShieldOff size={16} aria-hidden />
      </ActionIcon>
    </Tooltip>
  )
}

/** Chooses the role of a member among the roles that the user may give. */
function RoleChoice({ member: { id, name, role }, given }: { member: Member; given: readonly Role[] }) {
  const change = useChangeRole()
  return (
    <Select
      aria-label={t('Role of {name}', { name })}
      data={given.map((value) => ({ value, label: roleWords[value].label }))}
      value={change.isPending ? change.variables.role : role}
      disabled={change.isPending}
      allowDeselect={false}
      onChange={(value) => {
        const next = given.find((one) => one === value)
        if (next === undefined || next === role) return
        change.mutate(
          { userId: id, role: next },
          {
            onSuccess: () =>
              showDone(t('{name} is {label} now', { name, label: inSentence(roleWords[next].label) })),
          },
        )
      }}
    />
  )
}
