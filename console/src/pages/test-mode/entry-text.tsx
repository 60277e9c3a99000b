import { Anchor, Text } from '@mantine/core'
import type { Spinner } from '../../api/schema.ts'
import type { TestTimelineEntry } from '../../api/test-mode/test-timeline.ts'
import { AnchorLink } from '../../components/links.tsx'
import { nameOfSpinner } from '../../components/names/name-of-spinner.ts'
import { PersonLink } from '../../components/person-link.tsx'
import { t } from '../../languages/text.ts'
import { headOf, statusOf, textOf } from './entry-words.ts'

/**
 * An entry of the test timeline in words: its heading and person, then the step, the sender and the quoted
 * text.
 */
export function EntryText({
  entry,
  spinners,
  onOpen,
  isInCard = false,
}: {
  entry: TestTimelineEntry
  spinners: readonly Spinner[] | undefined
  onOpen: (messageId: string) => void
  /** Whether the entry is in the card of its person, of one spinner, so that it names neither. */
  isInCard?: boolean
}) {
  const { kind, email, messageId, subject } = entry
  const text = textOf(entry)
  const name = subject === null || subject === '' ? t('(no subject)') : subject
  return (
    <>
      {kind === 'message' && messageId !== null ? (
        <Anchor
          component="button"
          type="button"
          inherit
          fw={600}
          ta="start"
          onClick={() => onOpen(messageId)}
        >
          {name}
        </Anchor>
      ) : (
        <Text span inherit fw={600}>
          {headOf(entry)}
        </Text>
      )}
      {email !== null && !isInCard && (
        <>
          {prepositions[kind] ?? ' · '}
          <PersonLink address={email} />
        </>
      )}
      {kind !== 'message' && messageId !== null && (
        <>
          {' · '}
          <Anchor
            component="button"
            type="button"
            inherit
            underline="always"
            onClick={() => onOpen(messageId)}
          >
            {name}
          </Anchor>
        </>
      )}
      <Where entry={isInCard ? { ...entry, spinnerId: null } : entry} spinners={spinners} />
      {text !== null && text !== '' && (
        <Text size="sm" c="dimmed" lineClamp={3}>
          {text}
        </Text>
      )}
    </>
  )
}

const prepositions: Partial<Record<TestTimelineEntry['kind'], string>> = {
  message: t(' to '),
  webhook: t(' for '),
  guard: t(' about '),
  reply: t(' from '),
  autoReply: t(' from '),
  bounce: t(' of the message to '),
  complaint: t(' from '),
}

/**
 * The step and spinner, the sender, the URL and the outcome of a timeline entry, as far as the entry has
 * them.
 */
function Where({
  entry,
  entry: { kind, spinnerId, jobId, path, sender, url },
  spinners,
}: {
  entry: TestTimelineEntry
  spinners: readonly Spinner[] | undefined
}) {
  const parts = [sender ? t('from {sender}', { sender }) : null, url, statusOf(entry)].filter(
    (part) => part !== null,
  )
  return (
    <Text size="xs" c="dimmed" mt={2} component="div">
      {path !== null && (spinnerId === null ? t('Step {path}', { path }) : t('Step {path} of ', { path }))}
      {spinnerId !== null && (
        <AnchorLink to="/spinners/$spinnerId" params={{ spinnerId }} inherit underline="always">
          {nameOfSpinner(spinners, spinnerId)}
        </AnchorLink>
      )}
      {jobId !== null && (kind === 'started' || kind === 'finished') && (
        <>
          {' · '}
          <AnchorLink to="/jobs/$jobId" params={{ jobId }} inherit underline="always">
            {t('See the job')}
          </AnchorLink>
        </>
      )}
      {parts.map((part) => ` · ${part}`)}
    </Text>
  )
}
