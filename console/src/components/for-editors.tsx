import { Group, Text } from '@mantine/core'
import { Lock } from 'lucide-react'
import type { ReactNode } from 'react'
import { useMay, useReasonToRead } from '../api/account/session.ts'

/**
 * Shows controls only to users who may change things. Other users see the reason instead, or nothing if `reason` is
 * null because another part of the page gives it.
 */
export function ForEditors({
  children,
  reason = 'Only editors, admins and owners can change this.',
}: {
  children: ReactNode
  reason?: string | null
}) {
  const reasonOfAll = useReasonToRead()
  if (useMay('editor')) return children
  if (reason === null) return null
  return (
    <Group gap={6} wrap="nowrap" c="dimmed">
      <Lock size={14} aria-hidden style={{ flex: 'none' }} />
      <Text size="sm">{reasonOfAll ?? reason}</Text>
    </Group>
  )
}
