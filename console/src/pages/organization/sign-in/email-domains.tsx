import { Badge, Button, Code, Group, Paper, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import {
  type EmailDomain,
  useAddDomain,
  useCheckDomain,
  useRemoveDomain,
} from '../../../api/account/organization-sign-in.ts'
import { faultsByPointer } from '../../../api/problem.ts'
import { CopyButton } from '../../../components/copy-button.tsx'
import { askToConfirm } from '../../../components/dialog/ask-to-confirm.tsx'
import { ProblemAlert } from '../../../components/problem/problem-alert.tsx'
import { Moment } from '../../../components/time/moment.tsx'
import { rich } from '../../../languages/rich.ts'
import { t } from '../../../languages/text.ts'

interface EmailDomainsProps {
  readonly domains: readonly EmailDomain[]
  readonly isOwner: boolean
}

/** The e-mail domains of the organization, each with the DNS record that proves it. */
export function EmailDomains({ domains, isOwner }: EmailDomainsProps) {
  const add = useAddDomain()
  const form = useForm({
    initialValues: { domain: '' },
    validate: { domain: (domain) => (domain.includes('.') ? null : t('Enter a domain, like example.com')) },
  })
  const fault = faultsByPointer(add.error).get('/domain')
  return (
    <Stack gap="sm">
      {domains.map((domain) => (
        <DomainOfMail key={domain.id} domain={domain} isOwner={isOwner} />
      ))}
      {add.isError && fault === undefined && <ProblemAlert error={add.error} />}
      {isOwner && (
        <form
          noValidate
          onSubmit={form.onSubmit(({ domain }) => add.mutate(domain, { onSuccess: () => form.reset() }))}
        >
          <Group align="flex-start" gap="sm">
            <TextInput
              flex="1 1 14rem"
              aria-label={t('E-mail domain')}
              placeholder="example.com"
              {...form.getInputProps('domain')}
              error={form.errors['domain'] ?? fault}
            />
            <Button type="submit" variant="default" loading={add.isPending}>
              {t('Add domain')}
            </Button>
          </Group>
        </form>
      )}
    </Stack>
  )
}

function DomainOfMail({ domain: of, isOwner }: { domain: EmailDomain; isOwner: boolean }) {
  const { id, domain, record, provenAt, checkedAt, missingSince } = of
  const check = useCheckDomain(id)
  const remove = useRemoveDomain(id)
  const error = check.error ?? remove.error
  const askToRemove = () => {
    if (provenAt === null) return remove.mutate()
    askToConfirm({
      title: t('Remove {domain}?', { domain }),
      text: t(
        'People with addresses of this domain can no longer sign in through the provider. To use the domain again, you have to prove it again.',
      ),
      action: t('Remove'),
      isDangerous: true,
      onConfirm: () => remove.mutate(),
    })
  }
  return (
    <Paper withBorder p="sm" component="section" aria-label={domain}>
      <Group justify="space-between" gap="xs">
        <Group gap="xs">
          <Text size="sm" fw={600}>
            {domain}
          </Text>
          <Badge variant="default" tt="none" fw={500}>
            {provenAt === null ? t('Not proven') : t('Proven')}
          </Badge>
        </Group>
        {isOwner && (
          <Group gap="xs">
            <Button size="xs" variant="default" loading={check.isPending} onClick={() => check.mutate()}>
              {t('Check record')}
            </Button>
            <Button size="xs" variant="default" loading={remove.isPending} onClick={askToRemove}>
              {t('Remove')}
            </Button>
          </Group>
        )}
      </Group>
      <Group gap="xs" mt="xs" wrap="nowrap" align="flex-start">
        <Text size="sm" component="div" flex={1} miw={0} style={{ overflowWrap: 'anywhere' }}>
          {rich('TXT record at {code}{code2}', {
            code: <Code>{record.name}</Code>,
            code2: (
              <Code block mt={4} style={{ whiteSpace: 'pre-wrap' }}>
                {record.value}
              </Code>
            ),
          })}
        </Text>
        <CopyButton value={record.value} label={t('Copy the DNS record of {domain}', { domain })} />
      </Group>
      <Text size="sm" c="dimmed" mt="xs" component="div" role="status">
        {checkedAt === null && t('Create this record at your DNS provider, then check it.')}
        {checkedAt !== null &&
          provenAt === null &&
          rich('The record was not found {moment}. New records can take an hour to appear.', {
            moment: <Moment at={checkedAt} />,
          })}
        {provenAt !== null && missingSince === null && t('Keep the record. It is checked once a day.')}
        {provenAt !== null &&
          missingSince !== null &&
          rich('The record is missing since {moment}. After 7 days the domain is no longer proven.', {
            moment: <Moment at={missingSince} />,
          })}
      </Text>
      {error !== null && <ProblemAlert error={error} />}
    </Paper>
  )
}
