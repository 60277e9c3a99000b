import {
  Button,
  Group,
  Modal,
  NumberInput,
  Paper,
  Progress,
  Stack,
  Text,
  TextInput,
  Title,
} from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useMay } from '../../api/account/session.ts'
import type { Sender } from '../../api/schema.ts'
import {
  type SenderPool,
  type SenderPoolWords,
  senderPoolsQuery,
  useChangeSenderPool,
  useCreateSenderPool,
  useDeleteSenderPool,
} from '../../api/sender/sender-pools.ts'
import { askToConfirm } from '../../components/dialog/ask-to-confirm.tsx'
import { FormFooter } from '../../components/dialog/form-footer.tsx'
import { Loaded } from '../../components/loading/loaded.tsx'
import { EditProblem } from '../../components/problem/edit-problem.tsx'
import { ProblemAlert } from '../../components/problem/problem-alert.tsx'
import { t } from '../../languages/text.ts'

/** Shows the pools of the organization, the limits that several senders share. */
export function SenderPools({ senders }: { senders: readonly Sender[] }) {
  const pools = useQuery(senderPoolsQuery)
  const isAdmin = useMay('admin')
  const [isCreated, { open, close }] = useDisclosure()
  if (pools.data?.items.length === 0 && !isAdmin) return null
  return (
    <section aria-labelledby="sender-pools">
      <Group justify="space-between" mb="xs">
        <Title order={2} size="h4" id="sender-pools">
          {t('Pools')}
        </Title>
        {isAdmin && (
          <Button size="xs" variant="default" onClick={open}>
            {t('New pool')}
          </Button>
        )}
      </Group>
      <Text size="sm" c="dimmed" mb="sm">
        {t(
          'A pool limits how many e-mails several senders send together in any 24 hours, such as all mailboxes of one Microsoft 365 organization. Choose the pool of a sender under “Edit”.',
        )}
      </Text>
      <Loaded query={pools} skeleton={null}>
        {({ items }) => (
          <Stack gap="sm">
            {items.map((pool) => (
              <PoolCard key={pool.id} pool={pool} senders={senders} />
            ))}
          </Stack>
        )}
      </Loaded>
      <Modal opened={isCreated} onClose={close} title={t('New pool')}>
        <CreateForm onDone={close} />
      </Modal>
    </section>
  )
}

function PoolCard({ pool, senders }: { pool: SenderPool; senders: readonly Sender[] }) {
  const { id, name, used, maxPerDay, senderIds } = pool
  const isAdmin = useMay('admin')
  const remove = useDeleteSenderPool(id)
  const [isEdited, { open, close }] = useDisclosure()
  const names = senders.filter((sender) => senderIds.includes(sender.id)).map((sender) => sender.name)
  const words = t(
    '{used, number} of {maxPerDay, plural, one {# message} other {# messages}} in the last 24 hours',
    { used, maxPerDay },
  )
  const ask = () =>
    askToConfirm({
      title: t('Delete {name}?', { name }),
      text:
        names.length === 0
          ? t('The pool has no senders.')
          : t(
              '{names} {count, plural, =1 {stays} other {stay}} connected. After that, only {count, plural, =1 {its own limit applies} other {their own limits apply}}.',
              { names: names.join(', '), count: names.length },
            ),
      action: t('Delete'),
      isDangerous: true,
      onConfirm: () => remove.mutate(undefined),
    })
  return (
    <Paper withBorder p="md" component="article" aria-label={name}>
      <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
        {name}
      </Text>
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {words} · {names.join(', ') || t('no senders yet')}
      </Text>
      <Progress mt={6} size="sm" value={Math.min(100, (used / maxPerDay) * 100)} aria-label={words} />
      {isAdmin && (
        <Group gap="xs" mt="sm">
          <Button size="xs" variant="default" onClick={open} aria-label={t('Edit {name}', { name })}>
            {t('Edit')}
          </Button>
          <Button
            size="xs"
            variant="subtle"
            color="red"
            loading={remove.isPending}
            onClick={ask}
            aria-label={t('Delete {name}', { name })}
          >
            {t('Delete')}
          </Button>
        </Group>
      )}
      <Modal opened={isEdited} onClose={close} title={t('Edit {name}', { name })}>
        <EditForm pool={pool} onDone={close} />
      </Modal>
    </Paper>
  )
}

function CreateForm({ onDone }: { onDone: () => void }) {
  const create = useCreateSenderPool()
  return (
    <PoolForm
      initial={{ name: '', maxPerDay: 10_000 }}
      saving={create.isPending}
      renderProblem={() => create.isError && <ProblemAlert error={create.error} />}
      onSave={(words) => create.mutate(words, { onSuccess: onDone })}
      onCancel={onDone}
    />
  )
}

function EditForm({ pool: present, onDone }: { pool: SenderPool; onDone: () => void }) {
  // Keeps the pool as the user opened it. A later revision would let the form replace changes that the user has not
  // seen.
  const [{ id, name, maxPerDay, revision }] = useState(present)
  const change = useChangeSenderPool(id)
  const save = (changes: SenderPoolWords, of: number | null) =>
    change.mutate({ changes, revision: of }, { onSuccess: onDone })
  return (
    <PoolForm
      initial={{ name, maxPerDay }}
      saving={change.isPending}
      renderProblem={(words) => (
        <EditProblem edit={change} thing="pool" onReplace={() => save(words, null)} />
      )}
      onSave={(words) => save(words, revision)}
      onCancel={onDone}
    />
  )
}

function PoolForm({
  initial,
  saving,
  renderProblem,
  onSave,
  onCancel,
}: {
  initial: SenderPoolWords
  saving: boolean
  renderProblem: (words: SenderPoolWords) => ReactNode
  onSave: (words: SenderPoolWords) => void
  onCancel: () => void
}) {
  const [name, setName] = useState(initial.name)
  // Is an empty text while the field is empty, so that a user can delete the number and type another one.
  const [limit, setLimit] = useState<number | string>(initial.maxPerDay)
  const words = { name, maxPerDay: Number(limit) }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        onSave(words)
      }}
    >
      <Stack gap="sm">
        <TextInput
          label={t('Name')}
          placeholder={t('Microsoft 365 of example.com')}
          data-autofocus
          required
          maxLength={200}
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <NumberInput
          label={t('Messages in 24 hours')}
          description={t(
            'For Microsoft 365: 500 × licences to the power of 0.7, plus 9,500. 10 licences give 12,005.',
          )}
          inputWrapperOrder={['label', 'input', 'description']}
          required
          min={1}
          max={10_000_000}
          allowDecimal={false}
          value={limit}
          onChange={setLimit}
        />
        {renderProblem(words)}
        <FormFooter onCancel={onCancel} isPending={saving}>
          {t('Save')}
        </FormFooter>
      </Stack>
    </form>
  )
}
