import { Stack, Switch, TextInput } from '@mantine/core'
import type { ImapAccount } from '../../api/sender/senders.ts'
import { t } from '../../languages/text.ts'
import { ServerPortFields } from './server-port-fields.tsx'

export const blankImap: ImapAccount = { host: '', port: 993, tls: 'tls' }

const modes = [
  { value: 'tls', label: t('TLS (port 993)'), port: 993 },
  { value: 'starttls', label: t('STARTTLS (port 143)'), port: 143 },
] as const

/** Fields for the mailbox in which replies to an SMTP account arrive, with a switch to read it or not. */
export function ImapFields({
  imap,
  onChange,
}: {
  imap: ImapAccount | null
  onChange: (imap: ImapAccount | null) => void
}) {
  return (
    <Stack gap="sm">
      <Switch
        label={t('Read replies to this sender (IMAP)')}
        description={t(
          'Spindle then notices replies and bounces. Each spinner decides whether they stop further messages.',
        )}
        checked={imap !== null}
        onChange={({ currentTarget }) => onChange(currentTarget.checked ? blankImap : null)}
      />
      {imap !== null && <Account imap={imap} onChange={onChange} />}
    </Stack>
  )
}

function Account({ imap, onChange }: { imap: ImapAccount; onChange: (imap: ImapAccount) => void }) {
  const { user, ...others } = imap
  return (
    <Stack
      gap="sm"
      component="fieldset"
      m={0}
      p={0}
      bd={0}
      aria-label={t('Read replies to this sender (IMAP)')}
    >
      <TextInput
        label={t('IMAP server')}
        placeholder="imap.example.com"
        required
        value={imap.host}
        onChange={({ currentTarget }) => onChange({ ...imap, host: currentTarget.value })}
      />
      <ServerPortFields
        labels={{ tls: t('IMAP encryption'), port: t('IMAP port') }}
        modes={modes}
        tls={imap.tls}
        port={imap.port}
        onChange={(server) => onChange({ ...imap, ...server })}
      />
      <TextInput
        label={t('IMAP user name')}
        description={t('The IMAP password is the same as the SMTP password.')}
        placeholder={t('Same as the SMTP user name')}
        inputWrapperOrder={['label', 'input', 'description']}
        autoComplete="off"
        value={user ?? ''}
        onChange={({ currentTarget: { value } }) =>
          onChange(value.trim() === '' ? others : { ...others, user: value })
        }
      />
    </Stack>
  )
}
