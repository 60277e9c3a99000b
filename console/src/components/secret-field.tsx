import { ActionIcon, Group, PasswordInput } from '@mantine/core'
import { Eye, EyeOff } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { inSentence } from '../languages/in-sentence.ts'
import { t } from '../languages/text.ts'
import { CopyButton } from './copy-button.tsx'

/**
 * A field that shows a secret to copy. The secret is hidden until the user reveals it, because screens are
 * shared.
 */
export function SecretField({
  label,
  value,
  description,
  covered = true,
}: {
  label: string
  value: string
  description?: ReactNode
  covered?: boolean
}) {
  const [shown, setShown] = useState(!covered)
  return (
    <Group align="flex-end" gap="xs" wrap="nowrap">
      <PasswordInput
        flex={1}
        miw={0}
        label={label}
        description={description}
        value={value}
        readOnly
        visible={shown}
        autoComplete="off"
        rightSection={
          <ActionIcon
            variant="subtle"
            color="gray"
            onClick={() => setShown(!shown)}
            aria-label={
              shown
                ? t('Hide {label}', { label: inSentence(label) })
                : t('Show {label}', { label: inSentence(label) })
            }
          >
            {shown ? <EyeOff size={16} aria-hidden /> : <Eye size={16} aria-hidden />}
          </ActionIcon>
        }
        styles={{ innerInput: { fontFamily: 'var(--mantine-font-family-monospace)', fontSize: '0.8125rem' } }}
      />
      <CopyButton value={value} label={t('Copy {label}', { label: inSentence(label) })} />
    </Group>
  )
}
