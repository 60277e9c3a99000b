import { Code, Group } from '@mantine/core'
import { t } from '../languages/text.ts'
import { CopyButton } from './copy-button.tsx'

/** A code block with a copy button. `shown` replaces the code on the screen if the code contains a secret. */
export function Snippet({ code, shown = code, label }: { code: string; shown?: string; label: string }) {
  return (
    <Group gap="xs" align="flex-start" wrap="nowrap">
      <Code block tabIndex={0} role="region" aria-label={label} flex={1} miw={0} mah={420}>
        {shown}
      </Code>
      <CopyButton value={code} label={t('Copy {label}', { label })} />
    </Group>
  )
}
