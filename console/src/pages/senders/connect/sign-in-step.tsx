import { Alert, Anchor, Button, Group, PasswordInput, Stack, Switch, TextInput } from '@mantine/core'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import type { Sender, SmtpAccount } from '../../../api/schema.ts'
import { type ImapAccount, type NewSender, useCreateSender } from '../../../api/sender/senders.ts'
import { ProblemAlert } from '../../../components/problem/problem-alert.tsx'
import { browserTimeZone } from '../../../components/time/date-format.ts'
import { t } from '../../../languages/text.ts'
import { blankImap, ImapFields } from '../imap-fields.tsx'
import { imapHostFor } from '../imap-host.ts'
import { blankSmtp, SmtpFields } from '../smtp-fields.tsx'
import type { Chosen } from './choose-provider.tsx'
import type { Provider } from './providers.ts'

/** The limits of a new sender until the person changes them in the last step. */
const firstLimits = (): NonNullable<NewSender['limits']> => ({
  dailyLimit: 50,
  gapSeconds: 60,
  ramp: null,
  timeZone: browserTimeZone(),
})

/** The second step: the account, which the service tests by signing in before it adds the sender. */
export function SignInStep({
  chosen,
  onBack,
  onEdit,
  onConnected,
}: {
  chosen: Chosen
  onBack: () => void
  /** Called when the person has typed something that would be lost. */
  onEdit: () => void
  onConnected: (sender: Sender) => void
}) {
  const create = useCreateSender()
  const chosenProvider = typeof chosen === 'object' ? chosen : null
  const [name, setName] = useState('')
  const [address, setAddress] = useState('')
  const { smtp, setSmtp, imap, setImap } = useServers(chosen)
  const save = () =>
    create.mutate(requestOf(chosen, { name, email: address, smtp, imap }), { onSuccess: onConnected })
  return (
    <form
      onChange={onEdit}
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
    >
      <Stack gap="sm">
        {chosenProvider !== null && <ProviderNote provider={chosenProvider} />}
        <TextInput
          label={t('Name')}
          description={t('This name is shown to recipients.')}
          required
          data-autofocus
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        {chosen !== 'deployment' && (
          <TextInput
            label={t('Address')}
            type="email"
            required
            value={address}
            onChange={({ currentTarget }) => setAddress(currentTarget.value)}
          />
        )}
        {chosenProvider !== null && (
          <KnownAccount
            password={smtp.password}
            onPassword={(password) => setSmtp({ ...smtp, password })}
            isRead={imap !== null}
            onRead={(isRead) => setImap(isRead ? chosenProvider.imap : null)}
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
            {t('Back')}
          </Button>
          <Button type="submit" loading={create.isPending}>
            {chosen === 'deployment' ? t('Add sender') : t('Test and connect')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

/** Returns the servers of the new sender. The IMAP server follows the SMTP server until the person names another one. */
function useServers(chosen: Chosen) {
  const chosenProvider = typeof chosen === 'object' ? chosen : null
  const [smtp, setSmtp] = useState<SmtpAccount>({ ...blankSmtp, ...chosenProvider?.smtp })
  const [imap, setImap] = useState<ImapAccount | null>(
    chosenProvider?.imap ?? (chosen === 'other' ? blankImap : null),
  )
  const change = (changed: SmtpAccount) => {
    setSmtp(changed)
    if (imap?.host === imapHostFor(smtp.host)) setImap({ ...imap, host: imapHostFor(changed.host) })
  }
  return { smtp, setSmtp: change, imap, setImap }
}

function ProviderNote({ provider: { name, note, appPasswordUrl } }: { provider: Provider }) {
  if (note === undefined) return null
  return (
    <Alert color="gray" icon={<KeyRound aria-hidden />} p="xs">
      {note}
      {appPasswordUrl !== undefined && (
        <>
          {' '}
          <Anchor href={appPasswordUrl} target="_blank" rel="noopener" inherit underline="always">
            {t('Open the page of {name}', { name })}
          </Anchor>
        </>
      )}
    </Alert>
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
        label={t('Password')}
        autoComplete="new-password"
        required
        value={password}
        onChange={({ currentTarget }) => onPassword(currentTarget.value)}
      />
      <Switch
        label={t('Read replies to this mailbox')}
        description={t(
          'Spindle then notices replies and bounces. Each spinner decides whether they stop further messages.',
        )}
        checked={isRead}
        onChange={({ currentTarget }) => onRead(currentTarget.checked)}
      />
    </>
  )
}
