import { Button, Collapse, Group, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { CircleAlert, CircleCheck, CircleHelp } from 'lucide-react'
import type { DomainVerdict, Sender } from '../../api/schema.ts'
import { domainQuery } from '../../api/sender/domains.ts'
import { useIsTestMode } from '../../api/test-mode/test-mode.ts'
import { DomainRecords } from '../../components/sender/domain-records.tsx'
import { language } from '../../languages/language.ts'
import { t } from '../../languages/text.ts'

/**
 * Shows whether receivers can verify that mail of a sender comes from its domain. In test mode, which asks no
 * name server, the text says so.
 */
export function SenderDomain({ sender }: { sender: Sender }) {
  const { email } = sender
  const domain = email.slice(email.lastIndexOf('@') + 1)
  if (!useIsTestMode()) return <CheckedDomain sender={sender} domain={domain} />
  return (
    <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
      {t('{domain}: DNS is not checked in test mode', { domain })}
    </Text>
  )
}

/** Shows the result of the DNS check of a sender's domain. The DNS records are shown on request. */
function CheckedDomain({ sender: { id, name }, domain }: { sender: Sender; domain: string }) {
  const verdict = useQuery(domainQuery(id)).data
  const [opened, { toggle }] = useDisclosure()
  const { icon: Icon, color, words } = verdict === undefined ? checkingLabel : saidOf(verdict)
  return (
    <div>
      <Group justify="space-between" gap="xs">
        <Group gap={6} wrap="nowrap" flex="1 1 14rem" miw={0}>
          <Icon
            size={16}
            color={`var(--mantine-color-${color}-text)`}
            style={{ flexShrink: 0 }}
            aria-hidden
          />
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            {domain}: {words}
          </Text>
        </Group>
        <Button
          size="xs"
          variant="default"
          aria-expanded={opened}
          aria-label={
            opened
              ? t('Hide DNS records of the domain of {name}', { name })
              : t('Show DNS records of the domain of {name}', { name })
          }
          onClick={toggle}
        >
          {opened ? t('Hide DNS records') : t('Show DNS records')}
        </Button>
      </Group>
      <Collapse expanded={opened} mt={opened ? 'xs' : 0}>
        {opened && <DomainRecords senderId={id} />}
      </Collapse>
    </div>
  )
}

const checkingLabel = { icon: CircleHelp, color: 'gray', words: t('Checking DNS…') }

function saidOf({ findings }: DomainVerdict): typeof checkingLabel {
  const named = (...states: readonly string[]) =>
    findings.filter(({ status }) => states.includes(status)).map(({ record }) => record.toUpperCase())
  const [lacking, unknown, unanswered] = [named('missing', 'wrong'), named('unknown'), named('unanswered')]
  if (lacking.length > 0)
    return {
      icon: CircleAlert,
      color: 'red',
      words:
        lacking.length === 1
          ? t('The DNS record {listed} is missing or wrong', { listed: listed.format(lacking) })
          : t('The DNS records {listed} are missing or wrong', { listed: listed.format(lacking) }),
    }
  if (unknown.length > 0)
    return {
      icon: CircleAlert,
      color: 'yellow',
      words:
        unknown.length === 1
          ? t('The DNS record {listed} is not known', { listed: listed.format(unknown) })
          : t('The DNS records {listed} are not known', { listed: listed.format(unknown) }),
    }
  if (unanswered.length > 0)
    return {
      icon: CircleHelp,
      color: 'gray',
      words: t('DNS did not answer for {listed}', { listed: listed.format(unanswered) }),
    }
  return { icon: CircleCheck, color: 'teal', words: t('The DNS records SPF, DKIM and DMARC are found') }
}

const listed = new Intl.ListFormat(language === 'en' ? 'en-GB' : language)
