import { ActionIcon, Badge, Button, Group, Stack, Table, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useInfiniteQuery } from '@tanstack/react-query'
import { MailX, Trash2 } from 'lucide-react'
import type { Suppression } from '../../../api/schema.ts'
import { suppressionsQuery, useSuppress, useUnsuppress } from '../../../api/suppressions.ts'
import { askToConfirm } from '../../../components/dialog/ask-to-confirm.tsx'
import { ExportCsv } from '../../../components/export/export-csv.tsx'
import { TextFilter } from '../../../components/filter/text-filter.tsx'
import { ForEditors } from '../../../components/for-editors.tsx'
import { EmptyState } from '../../../components/loading/empty-state.tsx'
import { LoadMore } from '../../../components/loading/load-more.tsx'
import { NotLoaded } from '../../../components/loading/loaded.tsx'
import { PageHeader } from '../../../components/page-header.tsx'
import { PersonActions } from '../../../components/person/person-actions.tsx'
import { suppressionWords } from '../../../components/person/suppression-words.ts'
import { ProblemAlert } from '../../../components/problem/problem-alert.tsx'
import { useSearchParam } from '../../../components/search-param.ts'
import { ListTable } from '../../../components/table/list-table.tsx'
import { Moment } from '../../../components/time/moment.tsx'
import { t } from '../../../languages/text.ts'
import { ImportList } from './import-list.tsx'

export function SuppressionsPage() {
  const [q] = useSearchParam('q')
  const suppressions = useInfiniteQuery(suppressionsQuery(q ?? null))
  const items = suppressions.data?.pages.flatMap((page) => page.items) ?? []
  return (
    <>
      <PageHeader
        title={t('Suppressions')}
        description={t('Jobs do not write to suppressed addresses and domains. Every spinner skips them.')}
        actions={
          <>
            <ForEditors>
              <ImportList />
            </ForEditors>
            <ExportCsv
              path="/api/v1/suppressions"
              filter={q === undefined ? {} : { q }}
              fileName="suppressions.csv"
            />
          </>
        }
      />
      <Stack>
        <ForEditors>
          <SuppressForm />
        </ForEditors>
        <Group>
          <TextFilter param="q" label={t('Search')} placeholder={t('Address, domain or note')} />
        </Group>
        {suppressions.data === undefined && <NotLoaded query={suppressions} />}
        {suppressions.isSuccess && items.length === 0 && (
          <EmptyState
            icon={MailX}
            title={q === undefined ? t('No suppressed addresses') : t('No matching suppressions')}
          >
            {t(
              'An address appears here when the person unsubscribes or reports spam, when an e-mail to it bounces, or when you add it.',
            )}
          </EmptyState>
        )}
        {items.length > 0 && (
          <ListTable
            label={t('Suppressions')}
            minWidth={640}
            columns={[t('Address or domain'), t('Reason'), t('Note'), t('Since')]}
            hasActions
            isCardsOnPhones
          >
            {items.map((suppression) => (
              <SuppressionRow key={suppression.id} suppression={suppression} />
            ))}
          </ListTable>
        )}
        <LoadMore query={suppressions} />
      </Stack>
    </>
  )
}

function SuppressForm() {
  const suppress = useSuppress()
  const form = useForm({
    initialValues: { entry: '', note: '' },
    validate: {
      entry: (entry) =>
        /.[@.]./.test(entry)
          ? null
          : t('Enter an address like ada@example.com, or a domain like example.com'),
    },
  })
  return (
    <form
      noValidate
      onSubmit={form.onSubmit((values) => suppress.mutate(values, { onSuccess: () => form.reset() }))}
    >
      <Stack gap="xs">
        <Group align="flex-start" gap="sm">
          <TextInput
            flex="1 1 14rem"
            maw={380}
            aria-label={t('Address or domain')}
            placeholder={t('ada@example.com or example.com')}
            {...form.getInputProps('entry')}
          />
          <TextInput
            flex="1 1 10rem"
            maw={280}
            aria-label={t('Note')}
            placeholder={t('Note (optional)')}
            maxLength={500}
            {...form.getInputProps('note')}
          />
          <Button type="submit" loading={suppress.isPending}>
            {t('Suppress')}
          </Button>
        </Group>
        {suppress.isError && <ProblemAlert error={suppress.error} />}
      </Stack>
    </form>
  )
}

function SuppressionRow({ suppression }: { suppression: Suppression }) {
  const { id, email, domain, reason, note, createdAt } = suppression
  const name = email ?? t('all addresses at {domain}', { domain })
  const unsuppress = useUnsuppress()
  const confirmRemove = () =>
    askToConfirm({
      title: t('Let spinners write to {name} again?', { name }),
      text:
        reason === 'unsubscribed'
          ? t(
              'This person asked for no more e-mails. Continue only if the person has asked for e-mails since then.',
            )
          : domain === null
            ? t('Later jobs will write to this address again.')
            : t('Later jobs will write to the addresses of this domain again.'),
      action: t('Remove'),
      isDangerous: true,
      onConfirm: () => unsuppress.mutate(id),
    })
  return (
    <Table.Tr>
      <Table.Td style={{ overflowWrap: 'anywhere' }}>{email ?? `@${domain}`}</Table.Td>
      <Table.Td>
        <Badge miw="max-content" variant="light" color={reason === 'added' ? 'gray' : 'yellow'} tt="none">
          {suppressionWords[reason]}
        </Badge>
      </Table.Td>
      <Table.Td maw={260} style={{ overflowWrap: 'anywhere' }}>
        {note}
      </Table.Td>
      <Table.Td>
        <Moment at={createdAt} />
      </Table.Td>
      <Table.Td>
        <Group gap={4} wrap="nowrap">
          <ForEditors>
            <ActionIcon
              variant="subtle"
              color="red"
              onClick={confirmRemove}
              aria-label={t('Remove {email}', { email: email ?? domain })}
              title={t('Remove')}
            >
              <Trash2 size={16} aria-hidden />
            </ActionIcon>
          </ForEditors>
          {email !== null && <PersonActions sought={{ email }} />}
        </Group>
      </Table.Td>
    </Table.Tr>
  )
}
