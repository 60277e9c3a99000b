import { Badge, Group } from '@mantine/core'
import { CircleDashed, CircleDot, CirclePause, FilePenLine, Radio } from 'lucide-react'
import type { Spinner } from '../../api/schema.ts'

/** Shows whether a spinner is published, and whether its draft differs from the published version. */
export function StatusBadge({
  spinner: { publishedVersion, hasUnpublishedChanges, paused, ownStarts },
}: {
  spinner: Pick<Spinner, 'publishedVersion' | 'hasUnpublishedChanges' | 'paused' | 'ownStarts'>
}) {
  return (
    <Group gap={6} component="span" display="inline-flex">
      {publishedVersion === null ? (
        <Badge
          variant="default"
          tt="none"
          leftSection={<CircleDashed size={12} aria-hidden style={{ display: 'block' }} />}
        >
          Draft
        </Badge>
      ) : (
        <Badge
          variant="outline"
          color="teal"
          tt="none"
          c="var(--mantine-color-text)"
          leftSection={<CircleDot size={12} aria-hidden style={{ display: 'block' }} />}
        >
          Published v{publishedVersion}
        </Badge>
      )}
      {paused !== null && (
        <Badge
          variant="outline"
          color="orange"
          tt="none"
          c="var(--mantine-color-text)"
          leftSection={<CirclePause size={12} aria-hidden style={{ display: 'block' }} />}
        >
          Paused
        </Badge>
      )}
      {paused === null && ownStarts !== null && (
        <Badge
          variant="outline"
          color={ownStarts.stopped === null ? 'spindle' : 'orange'}
          tt="none"
          c="var(--mantine-color-text)"
          leftSection={<Radio size={12} aria-hidden style={{ display: 'block' }} />}
        >
          {ownStarts.stopped === null ? 'Starts automatically' : 'Start failed'}
        </Badge>
      )}
      {hasUnpublishedChanges && (
        <Badge
          variant="outline"
          color="yellow"
          tt="none"
          c="var(--mantine-color-text)"
          leftSection={<FilePenLine size={12} aria-hidden style={{ display: 'block' }} />}
        >
          Unpublished changes
        </Badge>
      )}
    </Group>
  )
}
