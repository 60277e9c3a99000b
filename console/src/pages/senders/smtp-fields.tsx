import { NumberInput, PasswordInput, Select, SimpleGrid, Stack, TextInput } from '@mantine/core'
import type { SmtpAccount } from '../../api/schema.ts'

export const blankSmtp: SmtpAccount = { host: '', port: 465, tls: 'tls', user: '', password: '' }

const modes = [
  { value: 'tls', label: 'TLS (port 465)' },
  { value: 'starttls', label: 'STARTTLS (port 587)' },
  { value: 'none', label: 'No encryption (private hosts only)' },
]
const usualPorts: Readonly<Record<SmtpAccount['tls'], number>> = { tls: 465, starttls: 587, none: 25 }

/** Fields for the SMTP server and its sign-in. */
export function SmtpFields({ smtp, onChange }: { smtp: SmtpAccount; onChange: (smtp: SmtpAccount) => void }) {
  const text = (name: 'host' | 'user' | 'password') => ({
    required: true,
    value: smtp[name],
    onChange: ({ currentTarget }: React.ChangeEvent<HTMLInputElement>) =>
      onChange({ ...smtp, [name]: currentTarget.value }),
  })
  return (
    <Stack gap="sm">
      <TextInput label="Server" placeholder="smtp.example.com" {...text('host')} />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <Select
          label="Encryption"
          data={modes}
          allowDeselect={false}
          value={smtp.tls}
          onChange={(value) => {
            const tls = value as SmtpAccount['tls']
            onChange({ ...smtp, tls, port: usualPorts[tls] })
          }}
        />
        <NumberInput
          label="Port"
          min={1}
          max={65_535}
          allowDecimal={false}
          value={smtp.port}
          onChange={(value) => onChange({ ...smtp, port: Number(value) || smtp.port })}
        />
      </SimpleGrid>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <TextInput label="User" autoComplete="off" {...text('user')} />
        <PasswordInput label="Password" autoComplete="new-password" {...text('password')} />
      </SimpleGrid>
    </Stack>
  )
}
