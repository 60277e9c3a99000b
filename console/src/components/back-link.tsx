import { Group } from '@mantine/core'
import { ArrowLeft } from 'lucide-react'
import { AnchorLink } from './links.tsx'

/** A link from the page of one object, such as a spinner, back to the list of all objects of its kind. */
export function BackLink({
  to,
  children,
}: {
  to: '/data-tables' | '/spinners' | '/jobs' | '/people' | '/api-keys' | '/destinations'
  children: string
}) {
  return (
    <AnchorLink to={to} size="sm" c="dimmed">
      <Group component="span" gap={4} display="inline-flex">
        <ArrowLeft size={14} aria-hidden />
        {children}
      </Group>
    </AnchorLink>
  )
}
