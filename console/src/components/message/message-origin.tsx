import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Message } from '../../api/schema.ts'
import { rich } from '../../languages/rich.ts'
import { t } from '../../languages/text.ts'
import { AnchorLink } from '../links.tsx'
import { PersonLink } from '../person-link.tsx'

/** Shows the step, the job, the time and the person of a captured or sent message. */
export function MessageOrigin({
  message: { to, jobId, path },
  time,
}: {
  message: Pick<Message, 'to' | 'jobId' | 'path'>
  time: ReactNode
}) {
  return (
    <Text size="sm" c="dimmed" component="div">
      {rich('Step {path} of <link>its job</link>, {time}', {
        path,
        link: <AnchorLink to="/jobs/$jobId" params={{ jobId }} inherit underline="always" />,
        time,
      })}
      {to !== '' && (
        <>
          {' · '}
          <PersonLink address={to}>{t('See the person’s history')}</PersonLink>
        </>
      )}
    </Text>
  )
}
