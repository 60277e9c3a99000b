import { Badge, Group } from '@mantine/core'
import { CircleDashed, CircleDot, CirclePause, FilePenLine, type LucideIcon, Radio } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Spinner } from '../../api/schema.ts'
import { t } from '../../languages/text.ts'

/** Shows whether a spinner is published, and whether its draft differs from the published version. */
export function StatusBadge({
  spinner: { publishedVersion, hasUnpublishedChanges, pause, automaticStarts },
}: {
  spinner: Pick<Spinner, 'publishedVersion' | 'hasUnpublishedChanges' | 'pause' | 'automaticStarts'>
}) {
  return (
    <Group gap={6} component="span" display="inline-flex">
      {publishedVersion === null ? (
        <Mark icon={CircleDashed}>{t('Draft')}</Mark>
      ) : (
        <Mark icon={CircleDot} color="teal">
          {t('Published v{publishedVersion}', { publishedVersion })}
        </Mark>
      )}
      {pause !== null && (
        <Mark icon={CirclePause} color="orange">
          {t('Paused')}
        </Mark>
      )}
      {pause === null && automaticStarts !== null && (
        <Mark icon={Radio} color={automaticStarts.pause === null ? 'spindle' : 'orange'}>
          {automaticStarts.pause === null ? t('Starts automatically') : t('Start failed')}
        </Mark>
      )}
      {hasUnpublishedChanges && (
        <Mark icon={FilePenLine} color="yellow">
          {t('Unpublished changes')}
        </Mark>
      )}
    </Group>
  )
}

function Mark({ icon: Icon, color, children }: { icon: LucideIcon; color?: string; children: ReactNode }) {
  return (
    <Badge
      {...(color === undefined
        ? { variant: 'default' }
        : { variant: 'outline', color, c: 'var(--mantine-color-text)' })}
      tt="none"
      leftSection={<Icon size={12} aria-hidden style={{ display: 'block' }} />}
    >
      {children}
    </Badge>
  )
}
