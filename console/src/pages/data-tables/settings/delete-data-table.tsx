import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useNavigate } from '@tanstack/react-router'
import { Trash2 } from 'lucide-react'
import { type SubmitEvent, useState } from 'react'
import type { DataTable } from '../../../api/schema.ts'
import { useDeleteDataTable } from '../../../api/table/data-tables.ts'
import { ProblemAlert } from '../../../components/problem/problem-alert.tsx'
import { Section } from '../section.tsx'

/** Asks for the table's name first: its records cannot be brought back. */
export function DeleteDataTable({ table: { id, name, recordCount } }: { table: DataTable }) {
  const navigate = useNavigate()
  const remove = useDeleteDataTable(id)
  const [opened, opening] = useDisclosure()
  const [typed, setTyped] = useState('')
  const close = () => {
    opening.close()
    setTyped('')
    remove.reset()
  }
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (typed === name) remove.mutate(undefined, { onSuccess: () => void navigate({ to: '/data-tables' }) })
  }
  return (
    <Section
      title="Delete this data table"
      description="With all of its records. A table that a spinner uses is kept until the spinner is deleted."
    >
      <Group>
        <Button
          color="red"
          variant="light"
          leftSection={<Trash2 size={16} aria-hidden />}
          onClick={opening.open}
        >
          Delete data table
        </Button>
      </Group>
      <Modal opened={opened} onClose={close} title={`Delete “${name}”?`}>
        <form onSubmit={submit} noValidate>
          <Stack>
            <Text size="sm">
              {recordCount === 0
                ? 'It has no records.'
                : `Its ${recordCount.toLocaleString('en')} ${recordCount === 1 ? 'record' : 'records'} cannot be brought back.`}{' '}
              Its webhook URL stops working.
            </Text>
            <ProblemAlert error={remove.error} />
            <TextInput
              label={`Type ${name} to confirm`}
              data-autofocus
              autoComplete="off"
              value={typed}
              onChange={(event) => setTyped(event.currentTarget.value)}
            />
            <Group justify="flex-end" gap="sm">
              <Button variant="default" onClick={close}>
                Keep it
              </Button>
              <Button type="submit" color="red" disabled={typed !== name} loading={remove.isPending}>
                Delete data table
              </Button>
            </Group>
          </Stack>
        </form>
      </Modal>
    </Section>
  )
}
