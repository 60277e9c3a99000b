import { ActionIcon, CopyButton as MantineCopyButton, Tooltip } from '@mantine/core'
import { Check, Copy } from 'lucide-react'

/** Copies a text, and says that it did. */
export function CopyButton({ value, label }: { value: string; label: string }) {
  return (
    <MantineCopyButton value={value} timeout={2_000}>
      {({ copied, copy }) => (
        <Tooltip label={copied ? 'Copied' : label}>
          <ActionIcon
            variant={copied ? 'light' : 'default'}
            color={copied ? 'teal' : 'gray'}
            size="lg"
            onClick={copy}
            aria-label={copied ? 'Copied' : label}
          >
            {copied ? <Check size={16} aria-hidden /> : <Copy size={16} aria-hidden />}
          </ActionIcon>
        </Tooltip>
      )}
    </MantineCopyButton>
  )
}
