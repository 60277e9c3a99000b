import { Group, Menu, Modal, Stack, Table, Text, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { LayoutTemplate, Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import {
  type TemplateEntry,
  templatesQuery,
  useDeleteTemplate,
  useRenameTemplate,
} from '../../../api/spinner/spinner-templates.ts'
import { counted } from '../../../components/counted.ts'
import { askToConfirm } from '../../../components/dialog/ask-to-confirm.tsx'
import { FormFooter } from '../../../components/dialog/form-footer.tsx'
import { ForEditors } from '../../../components/for-editors.tsx'
import { EmptyState } from '../../../components/loading/empty-state.tsx'
import { Loaded } from '../../../components/loading/loaded.tsx'
import { EditProblem } from '../../../components/problem/edit-problem.tsx'
import { ListTable } from '../../../components/table/list-table.tsx'
import { RowMenu } from '../../../components/table/row-menu.tsx'
import { Moment } from '../../../components/time/moment.tsx'

/** A dialog with the templates that the organization has saved: to use, rename and delete them. */
export function TemplatesDialog({ onUse, onClose }: { onUse: (id: string) => void; onClose: () => void }) {
  const templates = useQuery(templatesQuery)
  return (
    <Modal opened onClose={onClose} size="xl" title="Templates of your organization">
      <Loaded query={templates}>
        {(items) => {
          const saved = items.filter(({ isShipped }) => !isShipped)
          return saved.length === 0 ? (
            <EmptyState icon={LayoutTemplate} title="No saved templates yet">
              Save a spinner as a template in its menu, or an e-mail in the menu of its step. {items.length}{' '}
              templates come with Spindle; “New spinner” offers them.
            </EmptyState>
          ) : (
            <ListTable
              label="Templates"
              minWidth={520}
              columns={['Name', 'Content', 'Saved']}
              hasActions
              isCardsOnPhones
            >
              {saved.toReversed().map((template) => (
                <TemplateRow key={template.id} template={template} onUse={onUse} />
              ))}
            </ListTable>
          )
        }}
      </Loaded>
    </Modal>
  )
}

function TemplateRow({ template, onUse }: { template: TemplateEntry; onUse: (id: string) => void }) {
  const { id, name, description, kind, stepCount, createdAt } = template
  const [isEdited, setEdited] = useState(false)
  const deletion = useDeleteTemplate()
  const ask = () =>
    askToConfirm({
      title: `Delete the template “${name}”?`,
      text: 'It cannot be restored. Spinners that were made from it stay.',
      action: 'Delete template',
      isDangerous: true,
      onConfirm: () => deletion.mutate(id),
    })
  return (
    <Table.Tr>
      <Table.Td maw={300} style={{ overflowWrap: 'anywhere' }}>
        <Text size="sm" fw={600}>
          {name}
        </Text>
        <Text size="xs" c="dimmed">
          {description}
        </Text>
      </Table.Td>
      <Table.Td style={{ whiteSpace: 'nowrap' }}>
        {kind === 'email' ? 'E-mail' : counted(stepCount, 'step')}
      </Table.Td>
      <Table.Td style={{ whiteSpace: 'nowrap' }}>{createdAt !== null && <Moment at={createdAt} />}</Table.Td>
      <Table.Td>
        <ForEditors>
          <Group justify="flex-end">
            <RowMenu label={`More for ${name}`} width={200}>
              <Menu.Item leftSection={<Plus size={16} aria-hidden />} onClick={() => onUse(id)}>
                New spinner from it
              </Menu.Item>
              <Menu.Item leftSection={<Pencil size={16} aria-hidden />} onClick={() => setEdited(true)}>
                Rename
              </Menu.Item>
              <Menu.Item leftSection={<Trash2 size={16} aria-hidden />} onClick={ask}>
                Delete
              </Menu.Item>
            </RowMenu>
          </Group>
        </ForEditors>
        {isEdited && <RenameTemplate template={template} onClose={() => setEdited(false)} />}
      </Table.Td>
    </Table.Tr>
  )
}

function RenameTemplate({
  template: { id, name, description, revision },
  onClose,
}: {
  template: TemplateEntry
  onClose: () => void
}) {
  const edit = useRenameTemplate(id)
  const form = useForm({
    initialValues: { name, description },
    validate: { name: (typed) => (typed.trim() === '' ? 'Enter a name for the template' : null) },
  })
  return (
    <Modal opened onClose={onClose} title="Rename template">
      <form
        noValidate
        onSubmit={form.onSubmit((changes) => edit.mutate({ changes, revision }, { onSuccess: onClose }))}
      >
        <Stack>
          {edit.error !== null && (
            <EditProblem
              edit={edit}
              thing="template"
              onReplace={() => edit.mutate({ changes: form.values, revision: null }, { onSuccess: onClose })}
            />
          )}
          <TextInput label="Name" data-autofocus maxLength={200} {...form.getInputProps('name')} />
          <Textarea
            label="Description"
            maxLength={500}
            autosize
            minRows={2}
            {...form.getInputProps('description')}
          />
          <FormFooter onCancel={onClose} isPending={edit.isPending}>
            Save
          </FormFooter>
        </Stack>
      </form>
    </Modal>
  )
}
