import { Text } from '@mantine/core'
import type { ReactNode } from 'react'

/** What it means for a record that it goes on. */
export function Passed({ children }: { children: ReactNode }) {
  return (
    <Text size="sm" mt={6} c="dimmed">
      {children}
    </Text>
  )
}
