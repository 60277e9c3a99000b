import { Group, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { CopyButton } from './copy-button.tsx'

/** A value to take away: it can be read, selected and copied, and not changed. */
export function CopyField({
  label,
  value,
  description,
}: {
  label: string
  value: string
  description?: ReactNode
}) {
  return (
    <Group align="flex-end" gap="xs" wrap="nowrap">
      <TextInput
        flex={1}
        label={label}
        description={description}
        value={value}
        readOnly
        onFocus={(event) => event.currentTarget.select()}
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)', fontSize: '0.8125rem' } }}
      />
      <CopyButton value={value} label={`Copy ${label.toLowerCase()}`} />
    </Group>
  )
}
