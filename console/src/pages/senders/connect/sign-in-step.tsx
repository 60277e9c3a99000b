import { Alert, Button, Group, PasswordInput, Stack, Switch, TextInput } from '@mantine/core'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import type { Sender, SmtpAccount } from '../../../api/schema.ts'
import { type ImapAccount, type NewSender, useCreateSender } from '../../../api/sender/senders.ts'
import { ProblemAlert } from '../../../components/problem/problem-alert.tsx'
import { ImapFields } from '../imap-fields.tsx'
import { blankSmtp, SmtpFields } from '../smtp-fields.tsx'
import type { Chosen } from './choose-provider.tsx'

/** The limits of a new sender until the person changes them in the last step. */
const firstLimits = (): NonNullable<NewSender['limits']> => ({
  dailyLimit: 50,
  gapSeconds: 60,
  ramp: null,
  timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
})

/** The second step: the account, which the service tests by signing in before it adds the sender. */
export function SignInStep({
  chosen,
  onBack,
  onConnected,
}: {
  chosen: Chosen
  onBack: () => void
  onConnected: (sender: Sender) => void
}) {
  const create = useCreateSender()
  const known = typeof chosen === 'object' ? chosen : null
  const [name, setName] = useState('')
  const [address, setAddress] = useState('')
  const [smtp, setSmtp] = useState<SmtpAccount>({ ...blankSmtp, ...known?.smtp })
  const [imap, setImap] = useState<ImapAccount | null>(known?.imap ?? null)
  const save = () =>
    create.mutate(requestOf(chosen, { name, email: address, smtp, imap }), { onSuccess: onConnected })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
    >
      <Stack gap="sm">
        {known?.note !== undefined && (
          <Alert color="gray" icon={<KeyRound aria-hidden />} p="xs">
            {known.note}
          </Alert>
        )}
        <TextInput
          label="Name"
          description="This name is shown to recipients."
          required
          data-autofocus
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        {chosen !== 'deployment' && (
          <TextInput
            label="Address"
            type="email"
            required
            value={address}
            onChange={({ currentTarget }) => setAddress(currentTarget.value)}
          />
        )}
        {known !== null && (
          <KnownAccount
            password={smtp.password}
            onPassword={(password) => setSmtp({ ...smtp, password })}
            isRead={imap !== null}
            onRead={(isRead) => setImap(isRead ? known.imap : null)}
          />
        )}
        {chosen === 'other' && (
          <>
            <SmtpFields smtp={smtp} onChange={setSmtp} />
            <ImapFields imap={imap} onChange={setImap} />
          </>
        )}
        <ProblemAlert error={create.error} />
        <Group justify="space-between">
          <Button variant="default" disabled={create.isPending} onClick={onBack}>
            Back
          </Button>
          <Button type="submit" loading={create.isPending}>
            {chosen === 'deployment' ? 'Add sender' : 'Test and connect'}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

interface Entered {
  readonly name: string
  readonly email: string
  readonly smtp: SmtpAccount
  readonly imap: ImapAccount | null
}

/** Returns the request for the new sender. At a known provider, the address is the user name too. */
function requestOf(chosen: Chosen, { name, email, smtp, imap }: Entered): NewSender {
  const common = { name, limits: firstLimits() }
  if (chosen === 'deployment') return { ...common, kind: 'deployment' }
  const account = typeof chosen === 'object' ? { ...smtp, user: email } : smtp
  return { ...common, kind: 'smtp', email, smtp: account, ...(imap !== null && { imap }) }
}

/** The fields of an account at a known provider, whose servers need not be entered. */
function KnownAccount({
  password,
  onPassword,
  isRead,
  onRead,
}: {
  password: string
  onPassword: (password: string) => void
  /** Whether replies to the mailbox are read. */
  isRead: boolean
  onRead: (isRead: boolean) => void
}) {
  return (
    <>
      <PasswordInput
        label="Password"
        autoComplete="new-password"
        required
        value={password}
        onChange={({ currentTarget }) => onPassword(currentTarget.value)}
      />
      <Switch
        label="Read replies to this mailbox"
        description="Spindle then notices replies and bounces. Each spinner decides whether they stop further messages."
        checked={isRead}
        onChange={({ currentTarget }) => onRead(currentTarget.checked)}
      />
    </>
  )
}
