import { Box, Button, Collapse, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { ChevronDown, ChevronRight } from 'lucide-react'
import { messageQuery } from '../../../api/sender/messages.ts'
import { AnchorLink } from '../../../components/links.tsx'
import { Loaded } from '../../../components/loading/loaded.tsx'
import { BodyNotStored } from '../../../components/message/body-not-kept.tsx'
import { RenderedMessage } from '../../../components/message/rendered-message.tsx'
import { t } from '../../../languages/text.ts'
import styles from './timeline-entry.module.css'
import type { TimelineItem } from './timeline-kinds.ts'

type Mail = NonNullable<TimelineItem['mail']>

/** Shows a message as it was sent. The user opens it at its entry in the person's timeline. */
export function SentMessage({ mail: { id, subject, status, serverResponse } }: { mail: Mail }) {
  const [opened, { toggle }] = useDisclosure()
  const subjectText = subject === '' ? t('(no subject)') : subject
  const Chevron = opened ? ChevronDown : ChevronRight
  return (
    <>
      <Button
        variant="subtle"
        size="compact-sm"
        ml={-8}
        maw="100%"
        leftSection={<Chevron size={15} aria-hidden />}
        onClick={toggle}
        aria-expanded={opened}
        aria-label={t('The message “{named}”', { named: subjectText })}
      >
        {subjectText}
      </Button>
      <Collapse expanded={opened}>{opened && <Whole id={id} />}</Collapse>
      {serverResponse !== null && serverResponse !== '' && (
        <Text
          size="sm"
          c="dimmed"
          component="div"
          style={{ overflowWrap: 'anywhere' }}
          {...(status === 'replied' && { pl: 'sm', mt: 4, className: styles['reply'] })}
        >
          {status === 'replied' ? t('Reply') : t('Response')}: {serverResponse}
        </Text>
      )}
    </>
  )
}

function Whole({ id }: { id: string }) {
  const query = useQuery(messageQuery(id))
  return (
    <Box py="sm">
      <Loaded query={query}>
        {(message) => (
          <>
            <RenderedMessage {...message} />
            {message.text === null && message.html === null && <BodyNotStored />}
            <Text size="sm" mt="sm">
              <AnchorLink to="/messages" search={{ message: id }} underline="always" inherit>
                {t('See the message in the log')}
              </AnchorLink>
            </Text>
          </>
        )}
      </Loaded>
    </Box>
  )
}
