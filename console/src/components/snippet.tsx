import { Box, Code } from '@mantine/core'
import { CopyButton } from './copy-button.tsx'

/** Code to paste somewhere else. */
export function Snippet({ code, label }: { code: string; label: string }) {
  return (
    <Box pos="relative">
      <Code block tabIndex={0} role="region" aria-label={label} pr={56}>
        {code}
      </Code>
      <Box pos="absolute" top={8} right={8}>
        <CopyButton value={code} label={`Copy ${label}`} />
      </Box>
    </Box>
  )
}
