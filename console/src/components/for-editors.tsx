import { Group, Text } from '@mantine/core'
import { Lock } from 'lucide-react'
import type { ReactNode } from 'react'
import { useMay } from '../api/account/session.ts'

/**
 * Shows controls only to users who may change things. Viewers see the reason instead, or nothing if `reason` is null
 * because another part of the page gives it.
 */
export function ForEditors({
  children,
  reason = 'You are a viewer: only editors can change this.',
}: {
  children: ReactNode
  reason?: string | null
}) {
  if (useMay('editor')) return children
  if (reason === null) return null
  return (
    <Group gap={6} wrap="nowrap" c="dimmed">
      <Lock size={14} aria-hidden style={{ flex: 'none' }} />
      <Text size="sm">{reason}</Text>
    </Group>
  )
}
