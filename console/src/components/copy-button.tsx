import { ActionIcon, CopyButton as MantineCopyButton, Tooltip } from '@mantine/core'
import { Check, Copy } from 'lucide-react'
import { t } from '../languages/text.ts'

/** A button that copies a text to the clipboard and confirms it. */
export function CopyButton({
  value,
  label,
  size = 'lg',
}: {
  value: string
  label: string
  /** The size of the copy button: `sm` fits within a line of text. */
  size?: 'sm' | 'lg'
}) {
  return (
    <MantineCopyButton value={value} timeout={2_000}>
      {({ copied, copy }) => (
        <Tooltip label={copied ? t('Copied') : label}>
          <ActionIcon
            variant={copied ? 'light' : 'default'}
            color={copied ? 'teal' : 'gray'}
            size={size}
            onClick={copy}
            aria-label={copied ? t('Copied') : label}
          >
            {copied ? (
              <Check size={size === 'lg' ? 16 : 13} aria-hidden />
            ) : (
              <Copy size={size === 'lg' ? 16 : 13} aria-hidden />
            )}
          </ActionIcon>
        </Tooltip>
      )}
    </MantineCopyButton>
  )
}
