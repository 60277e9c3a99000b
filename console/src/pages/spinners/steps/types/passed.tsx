import { Text } from '@mantine/core'
import type { ReactNode } from 'react'

/** A line of text in the preview of a step that says why the record continues to the next step. */
export function Passed({ children }: { children: ReactNode }) {
  return (
    <Text size="sm" mt={6} c="dimmed">
      {children}
    </Text>
  )
}
