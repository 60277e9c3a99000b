import { PasswordInput, SimpleGrid, Stack, TextInput } from '@mantine/core'
import type { SmtpAccount } from '../../api/schema.ts'
import { t } from '../../languages/text.ts'
import { ServerPortFields } from './server-port-fields.tsx'

export const blankSmtp: SmtpAccount = { host: '', port: 465, tls: 'tls', user: '', password: '' }

const modes = [
  { value: 'tls', label: t('TLS (port 465)'), port: 465 },
  { value: 'starttls', label: t('STARTTLS (port 587)'), port: 587 },
  { value: 'none', label: t('No encryption (private hosts only)'), port: 25 },
] as const

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
      <TextInput label={t('Server')} placeholder="smtp.example.com" {...text('host')} />
      <ServerPortFields
        labels={{ tls: t('Encryption'), port: t('Port') }}
        modes={modes}
        tls={smtp.tls}
        port={smtp.port}
        onChange={(server) => onChange({ ...smtp, ...server })}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <TextInput label={t('User name')} autoComplete="off" {...text('user')} />
        <PasswordInput label={t('Password')} autoComplete="new-password" {...text('password')} />
      </SimpleGrid>
    </Stack>
  )
}
