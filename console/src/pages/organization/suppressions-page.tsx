import { ActionIcon, Badge, Button, Group, Stack, Table, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useInfiniteQuery } from '@tanstack/react-query'
import { MailX, Trash2 } from 'lucide-react'
import type { Suppression } from '../../api/schema.ts'
import { suppressionsQuery, useSuppress, useUnsuppress } from '../../api/suppressions.ts'
import { askToConfirm } from '../../components/dialog/ask-to-confirm.tsx'
import { ForEditors } from '../../components/for-editors.tsx'
import { EmptyState } from '../../components/loading/empty-state.tsx'
import { LoadMore } from '../../components/loading/load-more.tsx'
import { NotLoaded } from '../../components/loading/loaded.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { PersonActions } from '../../components/person/person-actions.tsx'
import { suppressionWords } from '../../components/person/suppression-words.ts'
import { ProblemAlert } from '../../components/problem/problem-alert.tsx'
import { ListTable } from '../../components/table/list-table.tsx'
import { Moment } from '../../components/time/moment.tsx'

export function SuppressionsPage() {
  const suppressions = useInfiniteQuery(suppressionsQuery)
  const items = suppressions.data?.pages.flatMap((page) => page.items) ?? []
  return (
    <>
      <PageHeader
        title="Suppressions"
        description="Jobs do not write to suppressed addresses. Every spinner skips them."
      />
      <Stack>
        <ForEditors reason="Only editors, admins and owners can suppress addresses or remove suppressions.">
          <SuppressForm />
        </ForEditors>
        {suppressions.data === undefined && <NotLoaded query={suppressions} />}
        {suppressions.isSuccess && items.length === 0 && (
          <EmptyState icon={MailX} title="No suppressed addresses">
            An address appears here when the person unsubscribes or reports spam, when an e-mail to it
            bounces, or when you add it.
          </EmptyState>
        )}
        {items.length > 0 && (
          <ListTable label="Suppressions" minWidth={480} columns={['Address', 'Reason', 'Since']} hasActions>
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
    initialValues: { email: '' },
    validate: {
      email: (email) => (/.@./.test(email) ? null : 'Enter an e-mail address, like ada@example.com'),
    },
  })
  return (
    <form
      noValidate
      onSubmit={form.onSubmit(({ email }) => suppress.mutate(email, { onSuccess: () => form.reset() }))}
    >
      <Stack gap="xs">
        <Group align="flex-start" gap="sm">
          <TextInput
            flex="1 1 14rem"
            maw={380}
            type="email"
            aria-label="E-mail address"
            placeholder="ada@example.com"
            {...form.getInputProps('email')}
          />
          <Button type="submit" loading={suppress.isPending}>
            Suppress
          </Button>
        </Group>
        {suppress.isError && <ProblemAlert error={suppress.error} />}
      </Stack>
    </form>
  )
}

function SuppressionRow({ suppression: { id, email, reason, createdAt } }: { suppression: Suppression }) {
  const unsuppress = useUnsuppress()
  const confirmRemove = () =>
    askToConfirm({
      title: `Let spinners write to ${email} again?`,
      text:
        reason === 'unsubscribed'
          ? 'This person asked for no more e-mails. Continue only if the person has asked for e-mails since then.'
          : 'Later jobs will write to this address again.',
      action: 'Remove',
      isDangerous: true,
      onConfirm: () => unsuppress.mutate(id),
    })
  return (
    <Table.Tr>
      <Table.Td>{email}</Table.Td>
      <Table.Td>
        <Badge miw="max-content" variant="light" color={reason === 'added' ? 'gray' : 'yellow'} tt="none">
          {suppressionWords[reason]}
        </Badge>
      </Table.Td>
      <Table.Td>
        <Moment at={createdAt} />
      </Table.Td>
      <Table.Td>
        <Group gap={4} wrap="nowrap">
          <ForEditors reason={null}>
            <ActionIcon
              variant="subtle"
              color="red"
              onClick={confirmRemove}
              aria-label={`Remove ${email}`}
              title="Remove"
            >
              <Trash2 size={16} aria-hidden />
            </ActionIcon>
          </ForEditors>
          <PersonActions sought={{ email }} />
        </Group>
      </Table.Td>
    </Table.Tr>
  )
}
