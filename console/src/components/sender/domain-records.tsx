import { Badge, Button, Code, Group, Paper, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { CircleAlert, CircleCheck, CircleHelp, type LucideIcon, RefreshCw } from 'lucide-react'
import type { DomainFinding } from '../../api/schema.ts'
import { domainQuery, useCheckDomain } from '../../api/sender/domains.ts'
import { translated } from '../../languages/catalogue.ts'
import { rich } from '../../languages/rich.ts'
import { t } from '../../languages/text.ts'
import { CopyButton } from '../copy-button.tsx'
import { Loaded } from '../loading/loaded.tsx'
import { Moment } from '../time/moment.tsx'

const states: Readonly<Record<DomainFinding['status'], { word: string; icon: LucideIcon; color: string }>> = {
  found: { word: t('Found'), icon: CircleCheck, color: 'teal' },
  missing: { word: t('Missing'), icon: CircleAlert, color: 'red' },
  wrong: { word: t('Wrong'), icon: CircleAlert, color: 'red' },
  unknown: { word: t('Not known'), icon: CircleAlert, color: 'yellow' },
  unanswered: { word: t('No answer'), icon: CircleHelp, color: 'gray' },
}

/** Shows the SPF, DKIM and DMARC results of a sender's domain, with the records to add. */
export function DomainRecords({ senderId }: { senderId: string }) {
  const query = useQuery(domainQuery(senderId))
  const check = useCheckDomain(senderId)
  return (
    <Loaded query={query}>
      {({ domain, findings, checkedAt }) => (
        <Stack gap="sm">
          <Group justify="space-between" gap="xs">
            <Text size="sm" c="dimmed" component="div">
              {rich('DNS records of {domain}, checked {moment}', {
                domain,
                moment: <Moment at={checkedAt} />,
              })}
            </Text>
            <Button
              variant="default"
              size="xs"
              leftSection={<RefreshCw size={14} aria-hidden />}
              loading={check.isPending}
              onClick={() => check.mutate()}
            >
              {t('Check again')}
            </Button>
          </Group>
          {findings.map((finding) => (
            <Finding key={finding.record} finding={finding} />
          ))}
        </Stack>
      )}
    </Loaded>
  )
}

function Finding({ finding: { record, status, name, type, value, message } }: { finding: DomainFinding }) {
  const { word, icon: Icon, color } = states[status]
  return (
    <Paper withBorder p="sm" component="section" aria-label={record.toUpperCase()}>
      <Group gap="xs">
        <Text size="sm" fw={600}>
          {record.toUpperCase()}
        </Text>
        <Badge
          variant="default"
          tt="none"
          fw={500}
          leftSection={<Icon size={13} color={`var(--mantine-color-${color}-text)`} aria-hidden />}
        >
          {word}
        </Badge>
      </Group>
      <Text size="sm" mt={4}>
        {translated(message)}
      </Text>
      {value !== null && (
        <Group gap="xs" mt="xs" wrap="nowrap" align="flex-start">
          <Text size="sm" component="div" flex={1} miw={0} style={{ overflowWrap: 'anywhere' }}>
            {rich('{type} record at {code}{code2}', {
              type,
              code: <Code>{name}</Code>,
              code2: (
                <Code block mt={4} style={{ whiteSpace: 'pre-wrap' }}>
                  {value}
                </Code>
              ),
            })}
          </Text>
          <CopyButton
            value={value}
            label={t('Copy the DNS record {record}', { record: record.toUpperCase() })}
          />
        </Group>
      )}
    </Paper>
  )
}
