import { SimpleGrid } from '@mantine/core'
import type { ReactNode } from 'react'

/** Shows the cards of a settings page in two columns on wide screens, and below each other on narrow ones. */
export function SettingsColumns({ children }: { children: ReactNode }) {
  return (
    <SimpleGrid
      cols={{ base: 1, lg: 2 }}
      spacing="xl"
      maw={{ base: 560, lg: 1160 }}
      style={{ alignItems: 'start' }}
    >
      {children}
    </SimpleGrid>
  )
}
