import { Text } from '@mantine/core'
import type { ReactNode } from 'react'

/** Says in the preview what a step means for a record that continues to the next step. */
export function Passed({ children }: { children: ReactNode }) {
  return (
    <Text size="sm" mt={6} c="dimmed">
      {children}
    </Text>
  )
}
