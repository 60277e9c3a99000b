import { Box, Code } from '@mantine/core'
import { CopyButton } from './copy-button.tsx'

/** Code to paste somewhere else; `shown` where a secret in it is to be copied unseen. */
export function Snippet({ code, shown = code, label }: { code: string; shown?: string; label: string }) {
  return (
    <Box pos="relative">
      <Code block tabIndex={0} role="region" aria-label={label} pr={56} mih={50} mah={420}>
        {shown}
      </Code>
      <Box pos="absolute" top={8} right={8}>
        <CopyButton value={code} label={`Copy ${label}`} />
      </Box>
    </Box>
  )
}
