import { Paper, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMay } from '../../../api/account/session.ts'
import { sendersQuery, sendsMail } from '../../../api/sender/senders.ts'
import { useIsTestMode } from '../../../api/test-mode/test-mode.ts'
import { ButtonLink } from '../../../components/links.tsx'
import { t } from '../../../languages/text.ts'
import { StartStep } from './start-step.tsx'

/** The last getting-started step: connect a mailbox. Renders nothing in test mode, which captures every e-mail. */
export function MailboxStep({ isNext }: { /** Whether the steps before it are done. */ isNext: boolean }) {
  const { data } = useQuery(sendersQuery)
  const isTestMode = useIsTestMode()
  const mayConnect = useMay('admin')
  if (data === undefined || isTestMode) return null
  const sends = sendsMail(data)
  return (
    <StartStep
      number={4}
      done={sends}
      title={sends ? t('Connect a mailbox') : t('Spindle sends no e-mails yet: connect a mailbox')}
      text={
        sends
          ? t('E-mails of your spinners are sent.')
          : mayConnect
            ? t('Until then, Spindle captures the e-mails of your spinners, and Messages shows them.')
            : t(
                'Until then, Spindle captures the e-mails of your spinners, and Messages shows them. Admins and owners can connect a mailbox.',
              )
      }
    >
      {(sends || mayConnect) && (
        <ButtonLink to="/senders" variant={isNext && !sends ? 'filled' : 'default'}>
          {sends ? t('See the senders') : t('Connect a mailbox')}
        </ButtonLink>
      )}
    </StartStep>
  )
}

/** Shows the step of the mailbox alone on the home page of an organization whose other steps are done. */
export function RemainingMailboxStep() {
  const { data } = useQuery(sendersQuery)
  const isTestMode = useIsTestMode()
  if (data === undefined || isTestMode || sendsMail(data)) return null
  return (
    <section aria-labelledby="one-step-left">
      <Title order={2} id="one-step-left" mb="sm">
        {t('One step left')}
      </Title>
      <Paper withBorder component="ol" className="plain-list">
        <MailboxStep isNext />
      </Paper>
    </section>
  )
}
