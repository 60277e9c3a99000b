import { Skeleton } from '@mantine/core'
import { lazy, Suspense } from 'react'
import type { ComposerProps } from './mail-composer.tsx'

/** Loads the editor for e-mails when the first e-mail step is opened. */
const MailComposer = lazy(async () => ({ default: (await import('./mail-composer.tsx')).MailComposer }))

export function Composer(props: ComposerProps) {
  return (
    <Suspense fallback={<Skeleton height={300} radius="md" />}>
      <MailComposer {...props} />
    </Suspense>
  )
}
