import { NumberInput, Select, SimpleGrid, Stack, Switch, TextInput } from '@mantine/core'
import type { ImapAccount } from '../../api/sender/senders.ts'

const blankImap: ImapAccount = { host: '', port: 993, tls: 'tls' }

const modes = [
  { value: 'tls', label: 'TLS (port 993)' },
  { value: 'starttls', label: 'STARTTLS (port 143)' },
]
const usualPorts: Readonly<Record<ImapAccount['tls'], number>> = { tls: 993, starttls: 143 }

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
        label="Read replies to this sender (IMAP)"
        description="People who reply get no further messages of the job, and addresses that bounce are suppressed."
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
    <Stack gap="sm" component="fieldset" m={0} p={0} bd={0} aria-label="Read replies to this sender (IMAP)">
      <TextInput
        label="IMAP server"
        placeholder="imap.example.com"
        required
        value={imap.host}
        onChange={({ currentTarget }) => onChange({ ...imap, host: currentTarget.value })}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <Select
          label="IMAP encryption"
          data={modes}
          allowDeselect={false}
          value={imap.tls}
          onChange={(value) => {
            const tls = value as ImapAccount['tls']
            onChange({ ...imap, tls, port: usualPorts[tls] })
          }}
        />
        <NumberInput
          label="IMAP port"
          min={1}
          max={65_535}
          allowDecimal={false}
          value={imap.port}
          onChange={(value) => onChange({ ...imap, port: Number(value) || imap.port })}
        />
      </SimpleGrid>
      <TextInput
        label="IMAP user"
        description="The IMAP password is the same as the SMTP password."
        placeholder="Same as the SMTP user"
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
